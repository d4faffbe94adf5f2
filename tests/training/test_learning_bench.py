"""The benchmark of learning measures what it says."""

from __future__ import annotations

import pytest

from training import bench


@pytest.mark.parametrize("actors", [0, 1])
def test_decisions_per_second_and_where_the_time_goes(actors: int) -> None:
    network = {"kind": "graph", "width": 4, "rounds": 1, "hidden": 8}
    speed = bench.measure(bench.settings("basic_4p", network, actors, rollout=400), updates=1)
    assert speed.rate > 0 and speed.playing > 0 and speed.learning > 0
    assert speed.playing + speed.learning <= 1


def test_the_graph_network_is_measured_with_four_players_both_ways() -> None:
    measured = [(scenario, network["kind"], actors) for scenario, network, actors in bench.CASES]
    assert ("basic_4p", "graph", 0) in measured and ("basic_4p", "graph", 1) in measured
