"""The command `acis train`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from acis_rules.errors import AcisError

if TYPE_CHECKING:
    from .config import Config
    from .run import Run


class Engine(StrEnum):
    """Who collects and learns."""

    native = "native"
    rllib = "rllib"


def train(
    config: Annotated[Path | None, typer.Argument(help="A config file, e.g. configs/basic_2p.yaml.")] = None,
    overrides: Annotated[list[str] | None, typer.Argument(help="Changes, e.g. ppo.epochs=4")] = None,
    out: Annotated[Path | None, typer.Option(help="Run folder; default runs/NAME.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the run of this folder.")] = None,
    engine: Annotated[Engine, typer.Option(help="MaskablePPO in this process, or RLlib.")] = Engine.native,
    address: Annotated[
        str, typer.Option(help="rllib: `local`, or a running cluster: `auto`, HOST:PORT, ray://HOST:PORT.")
    ] = "local",
) -> None:
    """Train a policy by self-play with MaskablePPO or RLlib, or go on with a run."""
    from .config import load_config
    from .run import RLLIB_CHECKPOINT, config_of

    console = Console()
    try:
        if resume is not None:
            settings = config_of(resume)
            engine = Engine.rllib if (resume / RLLIB_CHECKPOINT).exists() else Engine.native
        elif config is not None:
            settings = load_config(config, overrides)
        else:
            raise typer.BadParameter("a config file or --resume FOLDER is needed")
        with _kind_of_run(engine, address, settings, console) as kind:
            if resume is not None:
                run = kind.resume(resume, console)
            else:
                run = kind.start(settings, out or Path("runs") / settings.name, console)
            score = run.train()
    except AcisError as error:
        console.print(f"[red]error:[/red] {escape(str(error))}", highlight=False)
        raise typer.Exit(1) from None
    console.print(f"{run.config.scenarios[0]} against {run.config.evaluation.opponent}: {score}")
    console.print(f"report: {run.folder / 'report.md'}   policy: {run.folder / 'policy.pt'}")


@contextmanager
def _kind_of_run(engine: Engine, address: str, settings: Config, console: Console) -> Iterator[type[Run]]:
    """The engine's class of runs; RLlib's comes with a cluster."""
    if engine is Engine.native:
        from .native import NativeRun

        yield NativeRun
        return
    try:
        from .rllib import RllibRun, cluster
    except ImportError as error:
        raise AcisError(str(error)) from None
    with cluster(address, settings, console):
        yield RllibRun
