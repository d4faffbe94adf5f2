"""The setups of Hannibal, Greeks and Persians, Alexander and Darius III, disc by disc."""

from __future__ import annotations

import pytest

from acis_rules.box.scenario import load_scenario

CITY, SETTLEMENT, CAMP = 3, 2, 1
Pieces = dict[int, str]

PERSIAN_GOLD = {
    "land_persians": "phrygia cilicia tarsus nile_delta egypt",
    "sea_persians": "al_mina phoenicia tyre",
}
PERSIAN_CAMPS = "carchemish hamath palmyra canaan petra sinai libya kush red_sea"
PERSIANS_OF_DARIUS: dict[str, Pieces] = {
    "land_persians": {CITY: PERSIAN_GOLD["land_persians"], CAMP: f"troy ionia lydia {PERSIAN_CAMPS}"},
    "sea_persians": {
        CITY: PERSIAN_GOLD["sea_persians"],
        SETTLEMENT: "gulf_of_sidon levantine_sea strait_of_al_mina cilician_strait icarian_sea "
        "minoan_sea citium salamis",
    },
    "barbarians": {SETTLEMENT: "illyria", CAMP: "sirt cyrenaica marmarica"},
}
GREEKS_OF_ALEXANDER: Pieces = {
    CITY: "mycenae laconia macedon thessaly",
    SETTLEMENT: "minos kydonia",
    CAMP: "thracian_sea trojan_sea aegean_sea myrtoan_sea ionian_sea",
}
SETUPS: dict[str, dict[str, Pieces]] = {
    "hannibal": {
        "rome": {
            CITY: "rome samnium tarentum massilia",
            SETTLEMENT: "apulia umbria etruria liguria",
            CAMP: "sicily brutium nora sardinia corsica bay_of_capua tyrrhenian_sea gulf_of_naples "
            "ligurian_sea gulf_of_tarraco balearic_sea",
        },
        "syracuse": {CITY: "syracuse", SETTLEMENT: "sea_of_sicily"},
        "carthage": {
            CITY: "carthage saldae novo_carthago gades",
            SETTLEMENT: "saguntum thapsus numidia mauretania tripolitania tingitana",
            CAMP: "saldic_sea carthaginian_sea",
        },
        "macedon": {CITY: "noricum dalmatia", SETTLEMENT: "adriatic_sea gulf_of_dalmatia"},
        "barbarians": {
            SETTLEMENT: "baetica celt_iberia tarraconensis idubeda edetani tarraco aquitania gallia",
        },
    },
    "greeks_persians": {
        "greece": {
            CITY: "mycenae laconia syracuse thessaly",
            CAMP: "troy ionia lydia brutium tarentum illyria sicily cyrenaica kydonia minos thracian_sea "
            "trojan_sea aegean_sea icarian_sea myrtoan_sea minoan_sea ionian_sea gulf_of_taranto",
        },
        "land_persians": {CITY: PERSIAN_GOLD["land_persians"], CAMP: PERSIAN_CAMPS},
        "sea_persians": {
            CITY: PERSIAN_GOLD["sea_persians"],
            SETTLEMENT: "citium salamis",
            CAMP: "gulf_of_sidon levantine_sea strait_of_al_mina cilician_strait",
        },
        "barbarians": {
            CITY: "macedon",
            SETTLEMENT: "dalmatia noricum apulia samnium",
            CAMP: "melite tripolitania leptis sirt marmarica",
        },
    },
    "alexander": {"greece": GREEKS_OF_ALEXANDER, **PERSIANS_OF_DARIUS},
    "darius": {
        "greece": {
            4: "phrygia",
            CITY: f"cilicia {GREEKS_OF_ALEXANDER[CITY]}",  # four Cities that the list forgets (DAR-S04)
            SETTLEMENT: GREEKS_OF_ALEXANDER[SETTLEMENT],
            CAMP: f"troy {GREEKS_OF_ALEXANDER[CAMP]}",
        },
        **PERSIANS_OF_DARIUS,
    },
}
GOLD: dict[str, dict[str, str]] = {
    "hannibal": {"rome": "rome samnium", "syracuse": "syracuse", "carthage": "carthage saldae novo_carthago"},
    "greeks_persians": {
        "greece": "mycenae laconia syracuse thessaly",
        **PERSIAN_GOLD,
        "barbarians": "macedon",
    },
    "alexander": {"greece": GREEKS_OF_ALEXANDER[CITY], **PERSIAN_GOLD},
    "darius": {"greece": GREEKS_OF_ALEXANDER[CITY], **PERSIAN_GOLD},
}
TWINS = {"hannibal": "_solo"}  # of the others: for two players


def both(scenario: str) -> list[str]:
    return [scenario, scenario + TWINS.get(scenario, "_2p")]


@pytest.mark.rule(
    "HANN-S04", "HANN-S05", "HANN-S06", "HANN-S07", "HANN-S08", "GREEK-S02", "GREEK-S04", "GREEK-S05",
    "GREEK-S06", "ALEX-S02", "ALEX-S03", "ALEX-S04", "ALEX-S05", "DAR-S03", "DAR-S04", "DAR-S05",
)  # fmt: skip
@pytest.mark.parametrize("scenario", SETUPS)
def test_discs_and_gold_area_by_area(scenario: str) -> None:
    for name in both(scenario):
        setup = load_scenario(name).setup
        discs = {
            faction: {area: n for n, areas in pieces.items() for area in areas.split()}
            for faction, pieces in SETUPS[scenario].items()
        }
        assert {**setup.discs, "barbarians": setup.barbarians} == discs
        gold = {area: (owner, 1) for owner, areas in GOLD[scenario].items() for area in areas.split()}
        assert {area: (entry.owner, entry.n) for area, entry in setup.gold.items()} == gold
