"""The command `acis train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from acis_rules.errors import AcisError


def train(
    config: Annotated[Path | None, typer.Argument(help="A config file, e.g. configs/basic_2p.yaml.")] = None,
    overrides: Annotated[list[str] | None, typer.Argument(help="Changes, e.g. ppo.epochs=4")] = None,
    out: Annotated[Path | None, typer.Option(help="Run folder; default runs/NAME.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the run of this folder.")] = None,
) -> None:
    """Train a policy by self-play with MaskablePPO, or go on with a run."""
    from .config import load_config
    from .run import Run

    console = Console()
    try:
        if resume is not None:
            run = Run.resume(resume, console)
        elif config is not None:
            settings = load_config(config, overrides)
            run = Run.start(settings, out or Path("runs") / settings.name, console)
        else:
            raise typer.BadParameter("a config file or --resume FOLDER is needed")
        score = run.train()
    except AcisError as error:
        console.print(f"[red]error:[/red] {error}", highlight=False)
        raise typer.Exit(1) from None
    console.print(f"{run.config.scenarios[0]} against {run.config.evaluation.opponent}: {score}")
    console.print(f"report: {run.folder / 'report.md'}   policy: {run.folder / 'policy.pt'}")
