"""A window that shows the board, if pygame and a display are there."""

from __future__ import annotations

import os
import sys
from typing import Any

from .raster import Pixels

NO_PYGAME = "acis: no window: pygame is missing (pip install pygame); render_mode='rgb_array' needs neither"
NO_DISPLAY = "acis: no window: there is no display; render_mode='rgb_array' or 'svg' needs none"
WINDOW_WIDTH = 1280


class Window:
    """Shows one picture after the other; without pygame or a display it says so once."""

    def __init__(self) -> None:
        self._pygame: Any = None
        self._surface: Any = None
        self._closed = False

    @property
    def is_open(self) -> bool:
        """Whether the window is on the screen."""
        return self._pygame is not None

    def show(self, picture: Pixels) -> None:
        """Put a picture into the window and react to the user."""
        if self._closed or (self._pygame is None and not self._open(picture)):
            return
        pygame = self._pygame
        frame = pygame.surfarray.make_surface(picture.swapaxes(0, 1))
        self._surface.blit(pygame.transform.smoothscale(frame, self._surface.get_size()), (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()

    def _open(self, picture: Pixels) -> bool:
        trouble = self._try_to_open(picture)
        if trouble:
            print(trouble, file=sys.stderr)
            self._closed = True
        return not trouble

    def _try_to_open(self, picture: Pixels) -> str:
        if not has_display():
            return NO_DISPLAY
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            import pygame
        except ImportError:
            return NO_PYGAME
        height = WINDOW_WIDTH * picture.shape[0] // picture.shape[1]
        try:
            pygame.display.init()
            self._surface = pygame.display.set_mode((WINDOW_WIDTH, height))
        except pygame.error as error:
            return f"{NO_DISPLAY} ({error})"
        pygame.display.set_caption("Ancient Civilizations of the Inner Sea")
        self._pygame = pygame
        return ""

    def close(self) -> None:
        """Close the window; it stays closed."""
        if self._pygame is not None:
            self._pygame.display.quit()
            self._pygame = None
        self._closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        """A copied or unpickled environment opens a window of its own."""
        return Window, ()


def has_display() -> bool:
    """Whether a window can be opened."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
