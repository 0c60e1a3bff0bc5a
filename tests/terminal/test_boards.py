"""The boards: every card in its place, everything readable without colour."""

import io
import re
from itertools import combinations

import pytest
from rich.console import Console
from rich.text import Text

from motherlode.games import GAMES, game
from motherlode.terminal import golddigger, golddonkey, goldrush
from motherlode.terminal.boards import Scene, board_of
from tests.terminal.scripts import names_at, played, steps

SEED = "lamplight"
SIZES = [(40, 20), (50, 30), (80, 24), (100, 30), (200, 60)]


def drawn(renderable: object, width: int = 80, *, colour: bool = False) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="256" if colour else None,
    )
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("layout", ["scatter", "grid"])
@pytest.mark.parametrize("size", SIZES)
def test_no_card_hides_another(layout: str, size: tuple[int, int]) -> None:
    cell = goldrush.cell_size(Scene((), *size))
    corners = [goldrush.corner(place, cell) for place in goldrush.places(layout).values()]

    assert len(set(corners)) == 64
    for (x, y), (other_x, other_y) in combinations(corners, 2):
        assert y != other_y or abs(x - other_x) >= 4
    assert max(x for x, _ in corners) + 4 <= size[0]


def test_the_scatter_is_untidy_and_always_the_same() -> None:
    scatter = goldrush.places("scatter")

    assert scatter == goldrush.places("scatter")
    assert len({x % 1 for x, _ in scatter.values()}) > 5
    assert len({y % 1 for _, y in scatter.values()}) > 5


@pytest.mark.parametrize("layout", ["scatter", "grid"])
def test_every_spot_can_be_read(layout: str) -> None:
    its = game("goldrush")
    options = its.options(layout=layout)
    view = its.start(options, played("goldrush", 2, SEED).deal).view(0)

    shown = drawn(goldrush.draw(view, Scene(("You", "Ann"))))

    assert sorted(re.findall(r"\[([a-h][1-8])\]", shown)) == sorted(view.table)


@pytest.mark.parametrize(
    ("card", "sign"),
    [
        ("red 3", "<R3>"),
        ("orange 2", "<O2>"),
        ("green 5", "<G5>"),
        ("gold 4", "<$4>"),
        ("dynamite", "<!!>"),
    ],
)
def test_a_card_face_up_can_be_told_without_its_colour(card: str, sign: str) -> None:
    assert goldrush.face(card).plain == sign
    assert sign in goldrush.worded(card)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_boards_fit_the_width_of_the_screen(name: str, size: tuple[int, int]) -> None:
    last = played(name, GAMES[name].seats[-1], SEED)
    names = names_at(name, last.options.seats)
    board = board_of(name)
    for before, _ in steps(last)[::25]:
        shown = drawn(board.draw(before.view(0), Scene(names, *size)), size[0])
        assert max(map(len, shown.split("\n"))) <= size[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_fits_a_screen_of_80_by_24(name: str) -> None:
    last = played(name, GAMES[name].seats[-1], SEED)
    board, names = board_of(name), names_at(name, last.options.seats)
    heights = [
        drawn(board.draw(before.view(0), Scene(names))).count("\n")
        for before, _ in steps(last)
        if before.seat == 0
    ]

    # A title and a blank line above, a blank line and the question below it.
    assert max(heights) <= 24 - 2 - 4


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_told_the_same_with_and_without_colour(name: str) -> None:
    last = played(name, 2, SEED)
    board, scene = board_of(name), Scene(("You", "Ann"))
    for before, _ in steps(last)[::20]:
        board_now = board.draw(before.view(0), scene)
        coloured = Text.from_ansi(drawn(board_now, colour=True)).plain
        assert coloured.rstrip("\n") == drawn(board_now).rstrip("\n")


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_told_in_words(name: str) -> None:
    last = played(name, GAMES[name].seats[-1], SEED)
    names = names_at(name, last.options.seats)
    for _, after in steps(last):
        view = after.view(None)
        told = board_of(name).tell(view.happened, view, names)
        assert told
        assert not re.search(r"[{}]|None|\bseat\b", " ".join(told))


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_explained_by_every_reason_there_is(name: str) -> None:
    last = played(name, 2, SEED)
    assert last.outcome
    assert board_of(name).ENDINGS[last.outcome.reason]


def test_gold_knows_all_ways_into_the_gold_rush() -> None:
    assert set(goldrush.ENDINGS) == set(game("goldrush").words.RUSHES.values())


def test_the_shares_of_the_mines_add_up_to_the_points() -> None:
    for seed in "abcde":
        view = played("golddigger", 4, seed).view(None)
        for seat, points in enumerate(view.pays):
            assert points == sum(m.share * m.stakes[seat] for m in view.mines)


def test_the_provisional_deck_is_marked_on_the_board_and_another_is_not() -> None:
    its = game("golddigger")
    own = its.options(deck=",".join(["3"] * 15))
    deal = played("golddigger", 2, SEED).deal
    scene = Scene(("You", "Ann"))

    assert "provisional" in drawn(golddigger.draw(its.start(its.options(), deal).view(0), scene))
    assert "provisional" not in drawn(golddigger.draw(its.start(own, deal).view(0), scene))


def test_colour_scoring_shows_what_each_row_was_worth() -> None:
    last = played("golddonkey", 3, SEED)
    shown = drawn(golddonkey.explain(last.view(None), Scene(names_at("golddonkey", 3))))

    assert "saves" in shown
    assert all(str(points) in shown.split("points")[1] for points in last.scores)
