"""What layout 3 knows by name: scenarios, optional rules, numbers of factions, marks, kinds of offers.

The place in its list is the place in the observation: new names go to the end, up to the room that the
schema has for them. What is not in a list, such as a scenario file from elsewhere, shows in all other blocks.
"""

from __future__ import annotations

from acis_rules.box.scenario_blocks import KnobsBlock
from acis_rules.kernel.decisions import OFFERS

SCENARIOS = (
    "basic_2p", "basic_3p", "basic_4p", "basic_5p", "basic_6p",
    "two_civs_a", "two_civs_b", "two_civs_c", "two_east_border", "two_east_sea_war", "two_west",
    "three_civs_a", "three_civs_b", "three_civs_c", "three_east", "three_west",
    "four_civs_a", "four_civs_b", "four_civs_c", "four_civs_d", "four_east", "four_west",
    "five_civs", "six_civs", "created_standard", "created_exploration",
    "punic_wars", "punic_wars_solo", "second_punic_war", "second_punic_war_solo",
    "caesar_pompey", "caesar_pompey_solo", "antony_cleopatra", "antony_cleopatra_solo",
    "greeks_persians", "greeks_persians_2p", "alexander", "alexander_2p", "darius", "darius_2p",
    "hannibal", "hannibal_solo", "god_king", "god_king_2p_1", "god_king_2p_2", "god_king_3p",
    "fall_of_rome_1_2p_1", "fall_of_rome_1_2p_2", "fall_of_rome_1_2p_3", "fall_of_rome_1_2p_4",
    "fall_of_rome_1_3p_1", "fall_of_rome_1_3p_2", "fall_of_rome_1_4p",
    "fall_of_rome_2_v1", "fall_of_rome_2_v2", "fall_of_rome_2_v3",
    "god_king_assyria", "god_king_mycenae_egypt", "god_king_mycenae_independent",
    "god_king_mycenae_phoenician", "god_king_phoenicia_egypt", "god_king_phoenicia_independent",
)  # fmt: skip

# Optional rules of scenarios (the option `rules`), then variants laid over them (the option `variants`)
RULES = (
    "gold",
    "final_scoring", "extended", "no_barbarian_cards", "barbarian_cards_go", "cooperation", "pope", "bribes",
    "crossings", "huns",
    "hannibal", "walls", "consuls", "scipio", "both_consuls", "steady_consuls", "no_wonders",
    "carthago_delenda_est", "roman_seas", "alternative_events",
    "assyria", "mycenae_egypt", "mycenae_independent", "mycenae_phoenician", "phoenicia_egypt",
    "phoenicia_independent",
)  # fmt: skip

KNOBS = (
    "minimum_growth", "first_growth", "sea_growth", "retire_per_area", "growth_talents", "growth_discs",
    "base_draw", "bonus_draw", "exact_draw", "hand_limit", "late_hand_limit", "epoch_draw", "aeneas_discs",
    "aeneas_percent", "aeneas", "aeneas_if_last", "final_aeneas", "opening_hand", "extra_growth", "talents",
    "phase_talents", "wonders", "wonder_resources", "wonder_discs", "barbarians",
)  # fmt: skip
USUAL = KnobsBlock()  # what they are in the base game

# Small numbers that the rules of one scenario remember; `bribed` is a block of its own
MARKS = (
    "restrained", "greek_states", "revolted", "harm", "appeals", "consul", "second_consul", "consul_cards",
    "gallic_allies", "numidian_allies", "led_carthage", "led_rome",
)  # fmt: skip

OFFER_KINDS = tuple(OFFERS)

# Events by kind, for the history
EVENT_KINDS = (
    "turn", "phase", "civilization", "picked", "placed", "removed", "marker", "resettled", "barbarians",
    "allies", "ally_removed", "ready", "talents", "vp", "reshuffled", "revealed", "discarded",
    "hand_discarded", "drew", "kept", "laid", "cards_taken", "hand_seen", "recovered", "played", "event",
    "negates", "negated", "passed", "built", "wonder_discs", "wonder_used", "buried", "restored", "invested",
    "laid_out", "begins_with", "put_by", "taken_back", "claimed", "investment_used", "ability", "forbidden",
    "shielded", "no_talents", "competition", "looted", "gold", "gold_looted", "swapped", "turn_order",
    "turn_place", "time_marches", "sudden_end", "aeneas", "left", "revolt", "promised", "restrained",
    "consul", "arrived", "huns", "searched", "epoch_change", "peace_offer", "talent_given", "card_given",
    "handed_over", "bribe", "bribe_taken", "bribe_refused", "appeal", "discs_drawn", "appeared", "home",
    "nile", "bag", "treasure", "war", "peace", "primary_enemy", "conquest", "decided", "won",
)  # fmt: skip
