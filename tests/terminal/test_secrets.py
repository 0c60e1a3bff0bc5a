"""What a seat does not see now never reaches the screen."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

import motherlode.terminal
from motherlode.bots import Sight, levels
from motherlode.bots.level import Level
from motherlode.games import GAMES, game
from motherlode.games.game import Game
from motherlode.terminal.boards import board_of
from motherlode.terminal.screen import Screen
from tests.terminal.scripts import Output, Typing, lines, played, run, steps
from tests.worlds import seen_by

SEED = "lamplight"
# A card of GOLD as it is drawn, or told, or written in a record.
CARD = re.compile(r"<[A-Z$!]|digger, strength|nugget|dynamite|\b(?:red|blue|gold) [1-5]\b")


class Screens(Screen):
    """A screen that remembers all it ever showed, which a real one must not."""

    def __init__(self, console: Console) -> None:
        """Nothing was shown yet."""
        super().__init__(console)
        self.shown: list[str] = []

    def show(self, *parts: RenderableType) -> None:
        """Remember these."""
        with self.console.capture() as captured:
            super().show(*parts)
        self.shown.append(captured.get())


class LiveScreens(Screens):
    """The same on a terminal, where machines are seen to think, but nobody has to wait."""

    def __init__(self, console: Console) -> None:
        """Pretend."""
        super().__init__(console)
        self.live = True

    def wait(self, seconds: float) -> bool:
        """Go on at once."""
        return False

    def wait_for_enter(self, prompt: str) -> None:
        """Go on at once."""


@pytest.fixture
def screens(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """All screens of the next sitting, in their order."""
    shown: list[str] = []

    def remember(console: Console) -> Screen:
        screen: Screens = getattr(request, "param", Screens)(console)
        screen.shown = shown
        return screen

    monkeypatch.setattr("motherlode.terminal.sitting.Screen", remember)
    return iter([shown])


@pytest.mark.parametrize("screens", [Screens, LiveScreens], indirect=True)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_card_turned_down_never_appears_again(
    seats: int, screens: Iterator[list[str]], types: Typing, capsys: Output
) -> None:
    expected = played("goldrush", seats, SEED)

    types(lines(expected))
    run(capsys, "play", "goldrush", "--seats", str(seats), "--seed", SEED)
    (shown,) = screens
    asked_first = [screen for screen in shown if "turn up first?" in screen]
    in_the_rush = [screen for screen in shown if "Rush! Which card" in screen]

    assert len(asked_first) > 5
    assert in_the_rush
    assert not [screen for screen in asked_first if CARD.search(screen)]
    assert not [screen for screen in in_the_rush if re.search("<[A-Z$!]", screen)]


def test_only_the_card_just_turned_up_is_shown_while_the_second_is_chosen(
    screens: Iterator[list[str]], types: Typing, capsys: Output
) -> None:
    expected = played("goldrush", 2, SEED)

    types(lines(expected))
    run(capsys, "play", "goldrush", "--seed", SEED)
    (shown,) = screens
    asked = [screen for screen in shown if "turn up second?" in screen]

    assert len(asked) > 5
    for screen in asked:
        table, _, told = screen.partition("turned up")
        assert len(re.findall("<[A-Z$!]", table)) == 1
        assert len(CARD.findall(told)) <= 2  # the card in words, and its sign


def test_neither_help_nor_a_refusal_tells_a_card(
    screens: Iterator[list[str]], types: Typing, capsys: Output
) -> None:
    types(["a1", "?", "? c1", "? a1", "quit", "y"])
    _, out, _ = run(capsys, "play", "goldrush", "--seed", SEED)
    (shown,) = screens
    helped = out.split("You may type ")[1].split(".")[0]
    possible = next(screen for screen in shown if "You may play 'c1'" in screen)
    refused = next(screen for screen in shown if "turned up already" in screen)

    assert len(helped.split(", ")) > 50
    assert not CARD.search(helped)
    assert "More cannot be told beforehand." in possible
    for screen in (possible, refused):
        assert len(re.findall("<[A-Z$!]", screen.split("turned up a1")[0])) == 1


def test_no_hand_of_another_person_is_shown(
    screens: Iterator[list[str]], types: Typing, capsys: Output
) -> None:
    people = (0, 1)
    expected = played("golddigger", 2, SEED, people)

    types(lines(expected, people))
    run(capsys, "play", "golddigger", "--seat", "1", "--seat", "2", "--seed", SEED)
    (shown,) = screens
    hands = [screen for screen in shown if "your hand" in screen]
    between = [screen for screen in shown if "it is your turn" in screen]

    assert len(hands) == len(between) == 60
    for screen, following in pairwise(shown[1:121]):
        assert ("your hand" in screen) != ("your hand" in following)
    assert not [screen for screen in between if "fool" in screen or "gold" in screen]


def test_several_people_at_gold_see_only_how_many_cards_each_has_won(
    screens: Iterator[list[str]], types: Typing, capsys: Output
) -> None:
    people = (0, 1)
    expected = played("goldrush", 2, SEED, people)

    types(lines(expected, people))
    run(capsys, "play", "goldrush", "--seat", "1", "--seat", "2", "--seed", SEED)
    (shown,) = screens

    during = [screen for screen in shown if "on the table" in screen and " 0 cards" not in screen]
    assert len(during) > 50
    assert not [screen for screen in during if re.search(r"gold cards?:", screen)]


@pytest.mark.parametrize("screens", [LiveScreens], indirect=True)
def test_no_hand_is_shown_while_a_machine_thinks_and_the_screen_is_passed_on(
    screens: Iterator[list[str]], types: Typing, capsys: Output
) -> None:
    people = (0, 1)
    expected = played("golddigger", 3, SEED, people)

    types(lines(expected, people))
    run(capsys, "play", "golddigger", "--seats", "3", "--seat", "1", "--seat", "2", "--seed", SEED)
    (shown,) = screens
    thinking = [screen for screen in shown if "is thinking" in screen]

    assert len(thinking) == 20
    assert not [screen for screen in thinking if "your hand" in screen]


@pytest.mark.parametrize("name", GAMES)
def test_machines_are_handed_what_their_seat_may_know(
    name: str, monkeypatch: pytest.MonkeyPatch, types: Typing, capsys: Output
) -> None:
    handed: list[tuple[object, ...]] = []

    class Watching:
        def choose(self, *args: object) -> str:
            handed.append(args)
            (sight,) = args
            assert type(sight) is Sight
            return sight.moves[-1]

    class Watched(Level):
        def make(self, seed: int) -> Watching:
            return Watching()

    def watching(its: Game) -> tuple[Level, ...]:
        return tuple(Watched(*level) for level in levels(its))

    monkeypatch.setattr("motherlode.terminal.machines.levels", watching)
    expected = played(name, 3, SEED)
    handed.clear()
    types(lines(expected))
    run(capsys, "play", name, "--seats", "3", "--seed", SEED)

    moments = [before for before, _ in steps(expected) if before.seat > 0]
    kernel = game(name).kernel
    assert len(handed) == len(moments) > 30
    for (sight,), position in zip(handed, moments, strict=True):
        assert isinstance(sight, Sight)
        assert sight.seat == position.seat
        assert sight.seen.tobytes() == seen_by(kernel, position.states(), sight.seat).tobytes()


@pytest.mark.parametrize("file", sorted(Path(motherlode.terminal.__file__).parent.glob("*.py")))
def test_the_terminal_neither_observes_nor_reads_a_state(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    assert not names & {"observe", "imagine", "_state", "state", "states", "facts", "kernel"}


def test_boards_only_ever_get_views() -> None:
    position = played("goldrush", 2, SEED)
    board = board_of("goldrush")

    with pytest.raises(AttributeError):
        board.subtitle(position)
