"""Learned policies: networks, policy files, players that share one network."""

from importlib.util import find_spec


def ready_to_play() -> list[str]:
    """The specs of the policies that come with the package; none where PyTorch is not installed."""
    if find_spec("torch") is None:
        return []
    from .policy import bundled

    return [f"policy:{name}" for name in bundled()]
