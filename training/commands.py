"""The command `acis train`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from acis_rules.errors import AcisError
from acis_rules.tools.game_options import Set, given_options, require_same

from .stop import stoppable

if TYPE_CHECKING:
    from .config import Config
    from .run import Run


class Engine(StrEnum):
    """Who collects and learns."""

    native = "native"
    sb3 = "sb3"
    rllib = "rllib"


def train(
    config: Annotated[str | None, typer.Argument(help="A config file, e.g. configs/basic_2p.yaml.")] = None,
    overrides: Annotated[
        list[str] | None,
        typer.Argument(help="Changes, e.g. ppo.epochs=4; with --resume decisions=9000"),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The run folder; by default runs/NAME.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the run in this folder.")] = None,
    game_options: Set = None,
    engine: Annotated[Engine, typer.Option(help="Our own PPO, MaskablePPO, or RLlib.")] = Engine.native,
    address: Annotated[
        str, typer.Option(help="rllib: `local`, or a running cluster: `auto`, HOST:PORT, ray://HOST:PORT.")
    ] = "local",
) -> None:
    """Train a policy by self-play, or continue a run."""
    from .config import load_config
    from .run_folder import CONFIG, config_of, engine_of

    console = Console()
    given = [] if config is None else [config, *(overrides or [])]
    folder = resume
    try:
        if resume is not None:
            settings, engine = config_of(resume, given), Engine(engine_of(resume))
            require_same(game_options, settings.options, resume)
        elif given:
            settings = load_config(given[0], given[1:], given_options(game_options))
            folder = out or Path("runs") / settings.name
        else:
            raise typer.BadParameter("a config file or --resume FOLDER is needed")
        assert folder is not None
        with _kind_of_run(engine, address, settings, console) as kind, stoppable():
            if resume is None:
                run = kind.start(settings, folder, console)
            else:
                run = kind.resume(folder, console, given)
            if run.is_finished:
                _say(console, f"{folder}: the run is finished: {run.end()}; {_more(run)}")
            score = run.train()
    except KeyboardInterrupt as stopped:
        begun = folder is not None and (folder / CONFIG).exists()
        how = f"go on with: acis train --resume {folder}" if begun else "nothing has begun"
        with suppress(OSError):  # the terminal may be gone
            _say(console, f"stopped; {how}")
        raise typer.Exit(getattr(stopped, "exit_code", 130)) from None
    console.print(f"{run.config.scenarios[0]} against {run.config.evaluation.opponent}: {score}")
    console.print(f"report: {run.folder / 'report.md'}   policy: {run.folder / 'policy.pt'}")


def _say(console: Console, text: str) -> None:
    """One sentence, not broken into lines, so that commands in it can be copied."""
    console.print(escape(text), highlight=False, soft_wrap=True)


def _more(run: Run) -> str:
    return (
        f"for more: acis train --resume {run.folder} decisions={2 * max(run.decisions, run.config.decisions)}"
    )


@contextmanager
def _kind_of_run(engine: Engine, address: str, settings: Config, console: Console) -> Iterator[type[Run]]:
    """The engine's class of runs; RLlib's comes with a cluster."""
    if engine is Engine.native:
        from .native_run import NativeRun

        yield NativeRun
        return
    if engine is Engine.sb3:
        from .sb3 import Sb3Run

        yield Sb3Run
        return
    try:
        from .rllib import RllibRun, cluster
    except ImportError as error:
        raise AcisError(str(error)) from None
    with cluster(address, settings, console):
        yield RllibRun
