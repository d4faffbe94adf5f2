"""Draws the pictures of docs/the_game.md: python docs/game/make.py docs/game."""

import sys
from pathlib import Path

from acis_env.players import make_player
from acis_env.render import image, take
from acis_rules import Game
from acis_rules.kernel.actions import STOP
from agents.live.game import LiveGame
from agents.live.lessons import load_course
from agents.terminal.answers import Numbers, understand

WIDTH = 1400
EAST = (800, 50, 1392, 722)  # the part of the picture with the eastern map
COLOURS = 48


def draw(game: Game, folder: Path, name: str) -> None:
    """The eastern half of the board, small enough to be kept with the text."""
    part = image(take(game), WIDTH).crop(EAST)
    part.convert("RGB").quantize(COLOURS).save(folder / f"{name}.png", optimize=True)


def main(folder: Path) -> None:
    """The start, a first deployment, a competition."""
    course = load_course()
    game = LiveGame.guided().game
    draw(game, folder, "start")
    game.apply(STOP)
    numbers, _ = Numbers().of(game, game.legal_actions())
    proposal = next(step.proposal for step in course.steps if "deploy" in step.when.kinds)
    for action in understand(proposal, game, numbers):
        game.apply(action)
    draw(game, folder, "growth")
    players = [make_player("greedy", 1), make_player("greedy", 2)]
    while not (game.over or game.decision.kind == "commit"):
        decision = game.decision
        game.apply(players[decision.seat].act(game.view(decision.seat), decision, game.legal_actions()))
    draw(game, folder, "competition")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
