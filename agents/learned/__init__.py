"""Learned policies: networks, policy files, players that share one network."""

from importlib.util import find_spec


def ready_to_play() -> list[str]:
    """The specs of the policies that come with the package, and of searches; none without PyTorch."""
    if find_spec("torch") is None:
        return []
    from .policy import bundled

    return [spec for name in bundled() for spec in (f"policy:{name}", f"search:{name}")]
