"""What the displays of Rome and Troy say."""

from __future__ import annotations

from importlib import resources

import pytest
import yaml
from helpers import Table, deck_with, moment, position

DISCS = 48  # of a colour, the two markers left out
HORDE = 2  # Barbarian discs that make an area Contested


def against_hordes(name: str, discs: dict, quiet: dict | None = None, **more) -> Table:
    """A civilization that shares the areas of `discs` with Barbarians, and has those of `quiet` alone."""
    faction = {"discs": {**discs, **(quiet or {})}} | more.pop("faction", {})
    barbarians = {"discs": dict.fromkeys([*discs, *more.pop("without", ())], HORDE)}
    return position("basic_4p", **moment("competition phase"), barbarians=barbarians,
                    **{name: faction}, **more)  # fmt: skip


def is_over(t: Table) -> bool:
    return t.s.question is None and not t.s.stack


def white(t: Table) -> list[tuple[str, int]]:
    """White discs put down so far: (area, number)."""
    return [(t.s.world.board.areas[event.area].id, event.n) for event in t.events("allies")]


# -------------------------------------------------------------------------------- Rome: SPQR

AROUND_ROME = {"etruria", "umbria", "apulia", "samnium"}


def rome_deploys(discs: dict, top=(1, 2, 3), **faction) -> Table:
    hand = tuple(faction.get("hand", ()))
    return position("basic_4p", **moment("deployment", 0), deck=deck_with(*top, without=hand),
                    rome={"discs": discs, **faction})  # fmt: skip


@pytest.mark.rule("CIV-31")
@pytest.mark.parametrize("area", ["rome", *sorted(AROUND_ROME)])
def test_with_a_city_in_or_next_to_rome_spqr_draws_or_readies(area):
    t = rome_deploys({area: 3})
    assert t.asked("mode", "rome") and t.options == {"mode 0", "mode 1"}, "one of the two, no third"
    t.do("first")
    assert t.hand("rome") == {1} and t.of("ready", "rome") == 0
    t = rome_deploys({area: 3}).do("second")
    assert t.hand("rome") == set() and t.of("ready", "rome") == 2
    assert t.of("supply", "rome") == DISCS - 3 - 2 and t.asked("deploy", "rome")


@pytest.mark.rule("CIV-31")
def test_spqr_comes_before_the_first_disc_is_deployed():
    t = rome_deploys({"rome": 3}, ready=2)
    assert t.asked("mode", "rome")
    t.do("second")
    assert t.asked("deploy", "rome") and t.of("ready", "rome") == 4


@pytest.mark.rule("CIV-31")
def test_an_event_drawn_with_spqr_is_resolved_and_replaced():
    t = rome_deploys({"rome": 3}, top=(102, 7))
    t.do("first")
    assert [event.card for event in t.events("event")] == [102]
    assert t.discs("barbarians", "central_mediterranean") == 1 and t.hand("rome") == {7}


@pytest.mark.rule("CIV-31")
def test_the_hand_limit_holds_for_spqr():
    t = rome_deploys({"rome": 3}, hand=[11, 12, 13, 14, 15, 16]).do("first")
    assert t.asked("hand_limit", "rome") and len(t.options) == 7
    t.do("#1")
    assert t.hand("rome") == {11, 12, 13, 14, 15, 16} and t.s.discard == [1]


@pytest.mark.rule("CIV-32")
@pytest.mark.parametrize("discs", [{}, {"rome": 2}, {"tarentum": 3}, {"tarentum": 4, "apulia": 2}])
def test_without_such_a_city_a_disc_comes_to_rome_or_next_to_it(discs):
    t = rome_deploys(discs)
    assert t.asked("place", "rome") and t.options == {"stop", "rome", *AROUND_ROME}, "land only"
    t.do("umbria")
    assert t.discs("rome", "umbria") == 1 and t.of("supply", "rome") == DISCS - sum(discs.values()) - 1


@pytest.mark.rule("CIV-32")
def test_the_disc_may_be_declined():
    t = rome_deploys({"rome": 2}).do("stop")
    assert is_over(t) and t.of("supply", "rome") == DISCS - 2


@pytest.mark.rule("CIV-31", "CIV-32")
def test_the_city_must_be_roman():
    t = position("basic_4p", **moment("deployment", 1), rome={"discs": {"rome": 2}},
                 egypt={"discs": {"etruria": 3}})  # fmt: skip
    assert t.asked("place", "rome")


@pytest.mark.rule("CIV-31", "CIV-32")
def test_spqr_follows_the_home():
    assert rome_deploys({"rome": 3}, home=["tyre"]).options == {
        "stop", "tyre", "sinai", "phoenicia", "petra", "canaan", "palmyra",
    }  # fmt: skip
    assert rome_deploys({"sinai": 3}, home=["tyre"]).asked("mode", "rome")


# ------------------------------------------------------------------------- Rome: white discs

ITALY = {"tarentum": 2, "apulia": 2, "umbria": 1, "etruria": 2, "rome": 2, "bay_of_capua": 2}


@pytest.mark.rule("CIV-33")
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_italian_allies(epoch):
    t = against_hordes("rome", ITALY, without=["samnium"], epoch=epoch)
    assert t.asked("commit", "rome")
    t.do("ability")
    assert t.asked("allies", "rome") and t.options == {"stop", "rome"}
    t.do("rome")
    # not Tarentum (not adjacent), not the sea, not Samnium (without Rome)
    assert t.options == {"stop", "apulia", "umbria", "etruria"}
    t.do("etruria", "umbria")
    assert white(t) == [("rome", 1), ("etruria", 1), ("umbria", 1)]
    assert is_over(t), "no third area, and once per turn"


@pytest.mark.rule("CIV-33")
def test_italian_allies_need_contested_areas():
    t = against_hordes("rome", {"etruria": 2}, {"rome": 3, "umbria": 3}).do("ability")
    assert t.asked("allies", "rome") and t.options == {"stop", "etruria"}
    t.do("stop")
    assert white(t) == []


@pytest.mark.rule("CIV-33")
def test_italian_allies_follow_the_home():
    t = against_hordes("rome", {"sinai": 2, "tyre": 2, "rome": 2}, faction={"home": ["tyre"]}).do("ability")
    assert t.options == {"stop", "tyre"}
    t.do("stop")
    assert t.options == {"stop", "sinai"}


@pytest.mark.rule("CIV-34")
def test_imperial_rome_replaces_the_italian_allies_in_epoch_4():
    t = against_hordes("rome", {"etruria": 2}, epoch=4)
    assert t.asked("allies", "rome") and t.events("competition") == []
    t.do("stop", "stop")
    assert is_over(t) and white(t) == [], "nothing to announce in the competition itself"


@pytest.mark.rule("CIV-34")
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_no_imperial_rome_before_epoch_4(epoch):
    t = against_hordes("rome", {}, {"etruria": 2, "rome": 1}, epoch=epoch)
    assert is_over(t) and white(t) == []


@pytest.mark.rule("CIV-34")
def test_imperial_rome_also_where_nothing_is_contested():
    discs = {"etruria": 2, "rome": 1, "sicily": 1, "tyre": 3, "bay_of_capua": 1}
    t = against_hordes("rome", {}, discs, epoch=4)
    assert t.asked("allies", "rome") and t.options == {"stop", "rome", "etruria"}
    t.do("rome")
    assert t.options == {"stop", "etruria", "sicily", "tyre"}, "other land areas"
    t.do("sicily", "tyre")
    assert white(t) == [("rome", 1), ("sicily", 1), ("tyre", 1)] and is_over(t)


@pytest.mark.rule("CIV-34", "CMP-02")
def test_imperial_rome_can_start_a_competition():
    t = against_hordes("rome", {}, {"sicily": 1}, epoch=4, egypt={"discs": {"sicily": 1}})
    t.do("sicily")
    assert t.discs("rome", "sicily") == 1 and t.discs("egypt", "sicily") == 0


@pytest.mark.rule("CIV-34")
def test_imperial_rome_follows_the_home():
    t = against_hordes("rome", {}, {"rome": 1, "sinai": 1}, epoch=4, faction={"home": ["tyre"]})
    assert t.options == {"stop", "sinai"}
    t.do("sinai")
    assert t.options == {"stop", "rome"}


# ----------------------------------------------------------------------- Troy: Amazon Allies


@pytest.mark.rule("CIV-36")
@pytest.mark.parametrize(("discs", "talents"), [
    ({}, 0), ({"troy": 3}, 0), ({"lydia": 2}, 0), ({"cilicia": 3}, 0),
    ({"lydia": 3}, 1), ({"ionia": 3}, 1), ({"phrygia": 4, "lydia": 3}, 1), ({"troy": 3, "ionia": 3}, 1),
])  # fmt: skip
def test_a_city_adjacent_to_troy_is_a_talent(discs, talents):
    t = position(**moment("acquisition", 0), troy={"discs": discs})
    assert t.of("treasury", "troy") == talents and t.of("ready", "troy") == 3


@pytest.mark.rule("CIV-36")
@pytest.mark.parametrize(("area", "talents"), [("sinai", 1), ("tyre", 0), ("lydia", 0)])
def test_amazon_talents_follow_the_home(area, talents):
    t = position(**moment("acquisition", 0), troy={"discs": {area: 3}, "home": ["tyre"]})
    assert t.of("treasury", "troy") == talents


@pytest.mark.rule("CIV-37")
def test_amazon_allies_in_contested_troy_and_in_another_area():
    t = against_hordes("troy", {"tyre": 2, "troy": 2, "lydia": 1, "trojan_sea": 2}, {"ionia": 3},
                       without=["phrygia"])  # fmt: skip
    assert t.asked("commit", "troy")
    t.do("ability")
    assert t.asked("allies", "troy")
    assert t.options == {"tyre", "troy", "lydia"}, "the one in Troy is no choice, the other a must"
    t.do("lydia")
    assert white(t) == [("troy", 1), ("lydia", 1)] and is_over(t), "once per turn"


@pytest.mark.rule("CIV-37")
def test_troy_at_peace_gets_no_ally():
    t = against_hordes("troy", {"tyre": 2}, {"troy": 3}).do("ability")
    assert white(t) == [("tyre", 1)]


@pytest.mark.rule("CIV-37")
def test_amazon_allies_follow_the_home():
    t = against_hordes("troy", {"tyre": 2, "troy": 2}, faction={"home": ["tyre"]}).do("ability", "troy")
    assert white(t) == [("tyre", 1), ("troy", 1)]


# -------------------------------------------------------------------------- Troy: City Walls


def card_against_troy(card: int, in_troy: int, **troy) -> Table:
    """Egypt, next to Troy and with a fleet nearby, has played the card."""
    discs = {"troy": in_troy, "ionia": 3, "lydia": 2, "trojan_sea": 1}
    t = position(**moment("card action", 0),
                 egypt={"discs": {"phrygia": 2, "icarian_sea": 1}, "hand": [card]},
                 troy={"discs": discs, **troy}, barbarians={"discs": {"troy": 1}})  # fmt: skip
    return t.do(f"#{card}") if t.can(f"#{card}") else t


def fewest(t: Table, civilization: str, area: str) -> int:
    """The fewest discs there after the card, whatever everybody chooses."""
    faction, number, best = t.faction(civilization), t.area(area), 99
    games = [t.game]
    while games:
        game = games.pop()
        best = min(best, game.state.discs[faction][number])
        if game.state.question is None or game.decision.kind == "card_action":
            continue
        for action in game.legal_actions():
            after = game.clone()
            after.apply(action)
            games.append(after)
    return best


# Every card of the deck that takes discs off land areas, and a number of discs that it can hit:
# by area, by City, by Settlement, by replacement, by the victim's own choice, as a penalty.
DISASTERS = {
    1: 3, 2: 3, 3: 3, 4: 3, 5: 3, 8: 3, 9: 2, 10: 3, 11: 3, 13: 3, 15: 3, 20: 3, 21: 3, 22: 3, 23: 3,
    24: 3, 29: 3, 39: 3, 96: 3,
}  # fmt: skip


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("card", DISASTERS)
def test_walls_protect_two_or_more_discs_in_troy_from_cards(card, n):
    assert fewest(card_against_troy(card, n), "troy", "troy") == n


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("card", "n"), DISASTERS.items())
def test_without_the_walls_the_card_would_hit(card, n):
    assert fewest(card_against_troy(card, n, home=["cilicia"]), "troy", "troy") < n


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize("card", [1, 3, 4, 10, 11, 13, 22, 29, 39, 96])
def test_a_single_disc_has_no_walls(card):
    assert fewest(card_against_troy(card, 1), "troy", "troy") == 0


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("card", "area", "n"), [
    (1, "ionia", 3), (13, "lydia", 2), (15, "ionia", 3), (39, "lydia", 2), (22, "ionia", 3),
])  # fmt: skip
def test_walls_stand_in_troy_only(card, area, n):
    assert fewest(card_against_troy(card, 3), "troy", area) < n


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize("card", [1, 3, 39, 96])
def test_walls_do_not_protect_others_in_troy(card):
    assert fewest(card_against_troy(card, 3), "barbarians", "troy") == 0


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize("card", [2, 5, 8, 13, 20])
def test_a_city_behind_walls_cannot_be_named(card):
    t = card_against_troy(card, 3)
    assert t.s.question is not None
    assert not any(event.area == t.area("troy") for event in t.events("removed"))
    t = position(**moment("card action", 0), egypt={"discs": {"phrygia": 2}, "hand": [card]},
                 troy={"discs": {"troy": 3}})  # fmt: skip
    assert not t.can(f"#{card}"), "there is no other City"


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("discs", "ways"), [
    ({"troy": 3}, {"pay_talent", "lose_vp"}), ({"ionia": 3}, {"pay_talent", "lose_vp", "lose_disc"}),
])  # fmt: skip
def test_a_disc_behind_walls_is_no_way_out_of_a_penalty(discs, ways):
    t = position(**moment("card action", 0), egypt={"discs": {"phrygia": 2}, "hand": [21]},
                 troy={"discs": discs, "treasury": 1, "vp": 1}).do("Bread and Circuses")  # fmt: skip
    assert t.asked("penalty", "troy") and t.options == ways


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("home", "area", "n"), [("ionia", "ionia", 3), ("ionia", "troy", 0)])
def test_walls_stand_where_the_home_is(home, area, n):
    t = position(**moment("card action", 0), egypt={"discs": {"phrygia": 2}, "hand": [22]},
                 troy={"discs": {"troy": 3, "ionia": 3}, "home": [home]}).do("Demagogue")  # fmt: skip
    assert fewest(t, "troy", area) == n


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("n", "after"), [(3, 3), (2, 2), (1, 0)])
def test_an_event_is_a_card_effect(tmp_path, n, after):
    content = yaml.safe_load((resources.files("acis_rules") / "data" / "deck.yaml").read_text())
    event = next(card for card in content["cards"] if card["id"] == 103)
    event["does"] = [{"op": "remove_every", "where": {"kind": "land"}, "of": "civilization"}]
    path = tmp_path / "deck.yaml"
    path.write_text(yaml.safe_dump(content))
    t = position(**moment("event", 0, 103), table=[103], options={"deck": str(path)},
                 troy={"discs": {"troy": n, "ionia": 3}}, egypt={"discs": {"egypt": 3}})  # fmt: skip
    assert t.discs("troy", "troy") == after
    assert t.discs("troy", "ionia") == 2 and t.discs("egypt", "egypt") == 2


@pytest.mark.rule("CIV-35")
def test_the_epoch_change_is_no_card_effect():
    t = position(**moment("epoch row", 1), troy={"discs": {"troy": 3, "trojan_sea": 1}})
    assert t.discs("troy", "troy") == 1, "Black Death: 2 discs of every City on an occupied sea"


@pytest.mark.rule("CIV-35")
def test_walls_do_not_stop_a_competition():
    t = position(**moment("competition phase"), troy={"discs": {"troy": 2}},
                 barbarians={"discs": {"troy": 4}}).do("stop")  # fmt: skip
    assert t.discs("troy", "troy") == 0


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize("card", [59, 65, 67])
def test_walls_do_not_stop_competition_cards(card):
    t = position(**moment("competition phase"), order=["egypt", "troy"],
                 troy={"discs": {"troy": 3}}, egypt={"discs": {"troy": 2}, "hand": [card]})  # fmt: skip
    t.do(f"#{card}", "stop")
    assert (f"card {card}", t.faction("troy")) in {(e.cause, e.faction) for e in t.events("removed")}


@pytest.mark.rule("CIV-35")
def test_troy_itself_may_remove_its_discs():
    t = position(**moment("retirement", 0), troy={"discs": {"troy": 2}})
    t.do("troy")
    assert t.discs("troy", "troy") == 1
