"""What is shown and what is typed: a screen that can be wiped, or a script and its log."""

from __future__ import annotations

import contextlib
import select
import sys
from collections import deque
from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

QUIT_WORDS = frozenset({"quit", "q", "exit"})
# Home, wipe the screen, wipe what was scrolled off it: a card turned down must not be found there.
WIPE = "\x1b[H\x1b[2J\x1b[3J"
_LONGEST_LINE = 400
_WIDEST_TEXT = 88


class Left(Exception):
    """The person is gone: no more input, or a wish to stop."""


class Screen:
    """The terminal, or, where input or output is none, plain text one way and lines the other.

    On a terminal everything is drawn on its second page, which has no memory, and wiped before
    anything else is drawn.
    """

    def __init__(self, console: Console) -> None:
        """Look what kind of place this is."""
        self.console = console
        self.has_person = sys.stdin.isatty()
        self.live = self.has_person and console.is_terminal and not console.is_dumb_terminal
        self._typed_ahead: deque[str] = deque()

    @contextlib.contextmanager
    def opened(self) -> Iterator[Screen]:
        """Turn to the second page of the terminal, and back in the end."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - lets the arrow keys edit what is typed
        if self.live:
            self.console.set_alt_screen(True)
        try:
            yield self
        finally:
            self.wipe()
            if self.live:
                self.console.set_alt_screen(False)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines; a log is as wide as people read, and as long as a screen."""
        return (self.console.width, self.console.height) if self.live else (80, 24)

    def wipe(self) -> None:
        """Leave nothing of what was shown, where that is possible."""
        if self.live:
            self.console.file.write(WIPE)
            self.console.file.flush()

    def show(self, *parts: RenderableType) -> None:
        """Show these, and nothing else."""
        self.wipe()
        self.say(*parts)

    def say(self, *parts: RenderableType) -> None:
        """Show these below what is there; a log gets whole lines, however long they are."""
        for part in parts:
            whole = isinstance(part, Text) and not self.console.is_terminal
            self.console.print(part, highlight=False, markup=False, soft_wrap=whole)

    def ask(self, prompt: str) -> str:
        """What the person types; ``Left`` when nothing more will come."""
        if self._typed_ahead:
            return self._typed_ahead.popleft()
        return self._typed(prompt) if self.has_person else self._from_script(prompt)

    def ask_or_leave(self, prompt: str) -> str:
        """The same where no game can be lost by mistake: one word is enough to leave."""
        answer = self.ask(prompt)
        if answer.lower() in QUIT_WORDS:
            raise Left
        return answer

    def _typed(self, prompt: str) -> str:
        self.console.file.flush()
        try:
            return input(prompt).strip()
        except EOFError:
            raise Left from None

    def _from_script(self, prompt: str) -> str:
        line = sys.stdin.readline(_LONGEST_LINE)
        self.console.print(Text(f"{prompt}{line.rstrip()}"), highlight=False)
        if not line:
            raise Left
        return line.strip()

    def agrees(self, question: str, *, unless_told: bool) -> bool:
        """The answer to a question of yes or no."""
        while True:
            answer = self.ask_or_leave(f"{question} [{'Y/n' if unless_told else 'y/N'}] ").lower()
            if not answer:
                return unless_told
            if answer in {"y", "yes", "n", "no"}:
                return answer.startswith("y")
            self.say("Please answer y for yes or n for no.")

    def wait(self, seconds: float) -> bool:
        """Let the person look, and say whether they wish to leave.

        Enter goes on at once, and a line typed ahead is kept.
        """
        if self.live and select.select([sys.stdin], [], [], seconds)[0]:
            line = sys.stdin.readline()
            if not line:
                raise Left
            typed = line.strip()
            if typed.lower() in QUIT_WORDS:
                return True
            if typed:
                self._typed_ahead.append(typed)
        return False

    def wait_for_enter(self, prompt: str) -> None:
        """Let the person read as long as it takes; a script needs no time."""
        if self.live:
            self.console.file.flush()
            self._typed(prompt)

    def read_through(self, text: RenderableType) -> None:
        """A long text, page by page."""
        if not self.live:
            self.say(text)
            return
        narrow = self.console.options.update_width(min(self.console.width, _WIDEST_TEXT))
        lines = self.console.render_lines(text, narrow, pad=False)
        page = max(4, self.console.height - 2)
        for start in range(0, len(lines), page):
            shown = lines[start : start + page]
            self.show(*(Segments([*line, Segment.line()]) for line in shown))
            goes_on = start + page < len(lines)
            if self._typed("(Enter: more, q: back) " if goes_on else "(Enter: back to the game) "):
                return
