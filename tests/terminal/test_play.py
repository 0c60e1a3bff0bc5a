"""Whole games at the terminal, typed line by line through the command itself."""

import os
import pty
import re
import select
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from motherlode.games import GAMES
from motherlode.record import Record, Series
from motherlode.terminal.screen import WIPE
from tests.terminal.scripts import Output, Typing, lines, match, played, run

SEED = "lamplight"
TABLES = [(game.id, seats) for game in GAMES.values() for seats in (game.seats[0], game.seats[-1])]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_whole_game_is_played_as_typed_and_recorded(
    name: str, seats: int, types: Typing, capsys: Output, tmp_path: Path
) -> None:
    expected, record = next(match(name, seats, SEED))
    file = tmp_path / "game.txt"

    types([*lines(expected), "n"])
    code, out, _ = run(
        capsys, "play", name, "--seats", str(seats), "--seed", SEED, "--record", str(file)
    )

    assert code == 0
    assert "is over" in out
    assert file.read_text("utf-8") == record.write()


@pytest.mark.parametrize("name", GAMES)
def test_the_end_names_the_winner_and_every_score(name: str, types: Typing, capsys: Output) -> None:
    expected = played(name, 2, SEED)

    types([*lines(expected), "n"])
    _, out, _ = run(capsys, "play", name, "--seats", "2", "--seed", SEED)

    end = out[out.index("is over") :]
    names = [("You", "Machine 2")[seat] for seat in expected.winners]
    assert " and ".join(names) in end
    assert all(re.search(rf"\b{points}\b", end) for points in expected.scores)


def test_two_people_pass_the_screen_on(types: Typing, capsys: Output) -> None:
    people = (0, 2)
    expected = played("golddigger", 3, SEED, people)

    types([*lines(expected, people), "n"])
    seats = ("--seats", "3", "--seat", "1", "--seat", "3")
    code, out, _ = run(capsys, "play", "golddigger", *seats, "--seed", SEED)

    assert code == 0
    assert out.count("it is your turn") == 40


def test_a_promised_game_verifies_against_the_commitment_shown_before_it(
    types: Typing, capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"

    types(["rules", "quit", "y"])
    _, out, _ = run(capsys, "play", "golddonkey", "--record", str(file))
    shown = re.search("commitment  ([0-9a-f]{64})", out)

    assert shown
    assert out.index("commitment") < out.index("On offer") < out.index("secret      ")
    assert run(capsys, "verify", str(file), "--commitment", shown[1])[0] == 0
    assert run(capsys, "verify", str(file), "--commitment", "0" * 64)[0] == 1


def test_the_secret_stays_secret_until_the_game_is_over(types: Typing, capsys: Output) -> None:
    types(["?", "quit", "y"])
    _, out, _ = run(capsys, "play", "golddigger")
    secret = re.search("secret      ([0-9a-f]{64})", out)

    assert secret
    assert out.count(secret[1]) == 1
    assert out.index(secret[1]) > out.index("The game ends here")


def test_the_start_moves_on_in_the_second_game_of_a_match(
    types: Typing, capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    first = played("golddigger", 2, SEED)

    types([*lines(first), "y", "quit", "y"])
    run(capsys, "play", "golddigger", "--seed", SEED, "--record", str(file))
    one, two = Series.read(file.read_bytes()).games

    assert (two.deal.starter, two.number, two.after) == (1 - one.deal.starter, 2, one.head)


def test_a_match_adds_up_and_ends_after_as_many_games_as_seats(
    types: Typing, capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    (first, one), (second, two) = islice(match("golddigger", 2, SEED), 2)
    you, machine = map(sum, zip(first.scores, second.scores, strict=True))

    types([*lines(first), "", *lines(second), "there is no third game"])
    code, out, _ = run(capsys, "play", "golddigger", "--seed", SEED, "--record", str(file))

    assert code == 0
    assert f"The match after 2 of 2 games: You {you}, Machine 2 {machine}." in out
    assert "The match goes to" in out
    assert "third game" not in out
    assert file.read_text("utf-8") == Series((one, two)).write()


def test_without_a_game_it_asks_which_and_how_many(types: Typing, capsys: Output) -> None:
    types(["4", "gold digger", "9", "3", "quit", "y"])
    code, out, _ = run(capsys, "play")

    assert code == 0
    assert "type a number from 1 to 3" in out
    assert "GOLD DIGGER is for 2 to 5 seats" in out
    assert "At the table: You, Machine 2, Machine 3." in out


def test_the_end_of_the_input_is_a_clean_end(types: Typing, capsys: Output) -> None:
    types(["a1"])
    code, out, err = run(capsys, "play", "goldrush")

    assert (code, err) == (0, "")
    assert "unfinished" in out


@pytest.mark.parametrize("typed", [["quit"], ["2", "q"], ["goldrush", "exit"]])
def test_whoever_has_not_begun_a_game_leaves_with_one_word(
    typed: list[str], types: Typing, capsys: Output
) -> None:
    types([*typed, "1", "2"])
    code, out, _ = run(capsys, "play")

    assert code == 0
    assert "At the table" not in out


def test_an_unfinished_game_is_recorded_and_can_be_replayed(
    types: Typing, capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"

    types(["a1", "b1", "quit", "n", "quit", "y"])
    run(capsys, "play", "goldrush", "--seed", "lamplight", "--record", str(file))
    record = Record.read(file.read_bytes())

    assert [move.text for move in record.moves if move.seat == 0] == ["a1", "b1"]
    assert run(capsys, "replay", str(file))[0] == 0


def test_a_game_stopped_by_ctrl_c_is_recorded_all_the_same(
    types: Typing, capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    types(["quit"])
    monkeypatch.setattr("motherlode.terminal.screen.Screen.agrees", stop)

    assert run(capsys, "play", "golddonkey", "--record", str(file))[0] == 130
    assert Record.read(file.read_bytes()).game.id == "golddonkey"


def test_a_refused_move_is_explained_and_asked_again(types: Typing, capsys: Output) -> None:
    types(["c4", "C 4", "z9", "d4", "quit", "y"])
    _, out, _ = run(capsys, "play", "goldrush", "--seed", SEED)

    assert "that card is turned up already" in out
    assert "Expected a spot from 'a1' to 'h8', such as 'c4', got 'z9'." in out


def test_a_question_mark_tells_what_a_move_would_do(types: Typing, capsys: Output) -> None:
    expected = played("golddigger", 2, SEED)
    move = next(line for line in lines(expected) if " " not in line)
    before = lines(expected)[: lines(expected).index(move)]

    types([*before, "?", f"? {move} stake", "? 20 owl"])
    _, out, _ = run(capsys, "play", "golddigger", "--seed", SEED)

    assert f"A claim is staked on {move.capitalize()}" in out.split("You may play")[1]
    assert "20 owl' now: that card is not in the hand" in out


def test_running_scores_are_shown_only_to_those_who_want_them(
    types: Typing, capsys: Output
) -> None:
    types([])
    assert "points" not in run(capsys, "play", "golddigger", "--seed", SEED)[1]
    types([])
    assert "points" in run(capsys, "play", "golddigger", "--seed", SEED, "--scores")[1]


def test_endless_nonsense_ends_the_game(types: Typing, capsys: Output) -> None:
    types(["\x00\xff nonsense"] * 1000)
    code, _, err = run(capsys, "play", "golddonkey")

    assert code == 2
    assert "200 lines in a row were no move" in err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("goldrush", "--seat", "3"), "there are 2 seats"),
        (("goldrush", "--seats", "6"), "for 2, 3, 4 or 5 seats, not 6"),
        (("goldrush", "--seat", "0"), "0"),
        (("goldrush", "--show", "-1"), "-1"),
        (("goldrush", "--option", "layout=heap"), "scatter or grid, not 'heap'"),
        (("goldrush", "--option", "layout"), "name=value, not 'layout'"),
        (("goldrush", "--option", "seats=3", "--seats", "2"), "given twice"),
        (("golddigger", "--option", "deck=1,2"), "these are 2"),
        (("goldrush", "--seed", ""), "seed"),
        (("goldrush", "--record", "/nowhere/game.txt"), "cannot be written"),
        (("goldrush", "--record", __file__), "exists already"),
    ],
)
def test_what_cannot_be_played_is_said_before_the_game(
    args: tuple[str, ...], told: str, types: Typing, capsys: Output
) -> None:
    types([])
    code, out, err = run(capsys, "play", *args)

    assert (code, out) == (2, "")
    assert told in err


def test_on_a_terminal_every_screen_is_wiped_before_the_next() -> None:
    out = _at_a_terminal("play", "goldrush", "--seed", SEED, "--seat", "1", "--show", "0")
    second_page, rest = out.split("\x1b[?1049h", 1)
    screens = rest.split("\x1b[?1049l", 1)[0].split(WIPE)

    assert "turned up" not in second_page
    assert sum("turned up" in screen for screen in screens) > 1
    for screen in screens:
        assert screen.count("GOLD · game") <= 1
    assert screens[-1] == ""


def _at_a_terminal(*args: str) -> str:
    """What a command writes to a terminal while a person goes on until it says nothing new."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "motherlode", *args]
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, env=surroundings)
    os.close(theirs)
    out = ""
    for line in ("", "a1", "b2", "", "quit", "y", ""):
        while select.select([ours], [], [], 20)[0] and not _asks(out := out + _read(ours)):
            pass
        os.write(ours, f"{line}\n".encode())
        out += "\x00"
    while more := _read(ours):
        out += more
    process.wait(20)
    os.close(ours)
    return out.replace("\x00", "")


def _asks(out: str) -> bool:
    last = out.rpartition("\x00")[2]
    return last.rstrip().endswith((">", "begin.", "[y/N]", "for no."))


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except OSError:  # the other end is closed
        return ""
