"""Whole games at the terminal, typed line by line through the command itself."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from motherlode.bots import Level, Sight, levels
from motherlode.games import GAMES
from motherlode.record import Record, Series
from motherlode.terminal.machines import FAIRLY, FRIENDLY
from motherlode.terminal.screen import WIPE
from tests.terminal.scripts import Output, Typing, lines, match, names_at, played, run

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
    names = [names_at(name, 2)[seat] for seat in expected.winners]
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
    totals = map(sum, zip(first.scores, second.scores, strict=True))
    names = names_at("golddigger", 2)

    types([*lines(first), "", *lines(second), "there is no third game"])
    code, out, _ = run(capsys, "play", "golddigger", "--seed", SEED, "--record", str(file))

    assert code == 0
    told = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    assert f"The match after 2 of 2 games: {told}." in out
    assert "The match goes to" in out
    assert "third game" not in out
    assert file.read_text("utf-8") == Series((one, two)).write()


def test_whoever_wants_no_other_game_may_also_say_quit(types: Typing, capsys: Output) -> None:
    types([*lines(played("golddigger", 2, SEED)), "quit", "y"])
    code, out, _ = run(capsys, "play", "golddigger", "--seed", SEED)

    assert code == 0
    assert out.rstrip().endswith("Play game 2 of 2? The start moves on. [Y/n] quit")


def test_without_a_game_it_asks_which_how_many_and_how_strong(
    types: Typing, capsys: Output
) -> None:
    third = levels(GAMES["golddigger"])[2]

    types(["4", "gold digger", "9", "3", "six", "0", "3", "quit", "y"])
    code, out, _ = run(capsys, "play")

    assert code == 0
    assert "type a number from 1 to 3" in out
    assert "GOLD DIGGER is for 2 to 5 seats" in out
    assert out.count("type a number from 1 to 5") == 2
    assert f"At the table: You, {third.name} 2, {third.name} 3." in out
    assert f"{third.name}, level 3: {third.sentence}" in out


@pytest.mark.parametrize("name", GAMES)
def test_the_levels_are_offered_by_name_and_sentence_and_enter_is_a_friendly_one(
    name: str, types: Typing, capsys: Output
) -> None:
    types([name, "", "", "quit", "y"])
    _, out, _ = run(capsys, "play")
    offered, _, table = out.partition("Which level?")

    for level in levels(GAMES[name]):
        assert f"{level.number}  {level.name}\n   {level.sentence}\n" in offered
    assert f"At the table: You, {levels(GAMES[name])[FRIENDLY - 1].name}." in table


def test_a_level_is_chosen_by_its_name_too(types: Typing, capsys: Output) -> None:
    fifth = levels(GAMES["goldrush"])[4]

    types(["", "", fifth.name.upper(), "quit", "y"])

    assert f"At the table: You, {fifth.name}." in run(capsys, "play")[1]


@pytest.mark.parametrize("said", [("--level", "1"), ("--seat", "1", "--seat", "2")])
def test_what_is_settled_is_not_asked(said: tuple[str, ...], types: Typing, capsys: Output) -> None:
    types(["1", "2", "quit", "y"])
    code, out, _ = run(capsys, "play", *said)

    assert code == 0
    assert "Which level?" not in out
    assert "The game ends here, unfinished." in out


def test_with_a_game_named_nothing_is_asked(types: Typing, capsys: Output) -> None:
    types(["quit", "y"])
    out = run(capsys, "play", "golddigger", "--seats", "3", "--level", "5", "--level", "1")[1]
    five, one = (levels(GAMES["golddigger"])[i].name for i in (4, 0))

    assert "Which" not in out.partition("GOLD DIGGER")[0]
    assert f"At the table: You, {five}, {one}." in out


def test_help_says_who_plays_against_you_and_that_it_is_fair(types: Typing, capsys: Output) -> None:
    fourth = levels(GAMES["golddonkey"])[3]

    types(["?", "quit", "y"])
    out = run(capsys, "play", "golddonkey", "--level", "4")[1]
    helped = out.partition("You may type")[2]

    assert f"{fourth.name}, level 4: {fourth.sentence}" in helped
    assert FAIRLY in helped
    assert "random" not in out


def test_the_end_of_the_input_is_a_clean_end(types: Typing, capsys: Output) -> None:
    types(["a1"])
    code, out, err = run(capsys, "play", "goldrush")

    assert (code, err) == (0, "")
    assert "unfinished" in out


@pytest.mark.parametrize("typed", [["quit"], ["2", "q"], ["goldrush", "", "exit"]])
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
        (("goldrush", "--pace", "-1"), "-1"),
        (("goldrush", "--level", "6"), "1<=x<=5"),
        (("goldrush", "--level", "0"), "1<=x<=5"),
        (("goldrush", "--level", "1", "--level", "2"), "2 levels for 1 machine"),
        (("goldrush", "--seats", "4", "--level", "1", "--level", "2"), "2 levels for 3 machines"),
        (("goldrush", "--seat", "1", "--seat", "2", "--level", "1"), "no machine plays"),
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


@pytest.mark.parametrize(
    ("name", "pauses"),
    [
        # A machine thinks while the cards turned up before lie open, and nobody waits for it twice.
        ("goldrush", [(3.5, 3.9), (1.1, 1.5), (3.9, 4)]),
        ("golddigger", [(7.5, 7.9)] * 2),
        ("golddonkey", [(7.5, 7.9)]),
    ],
)
def test_a_machine_thinks_in_the_time_it_takes(
    name: str,
    pauses: list[tuple[float, float]],
    types: Typing,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []
    typed = [*lines(played(name, 2, SEED))[:2], "quit", "y"]

    def wait(_: object, seconds: float) -> bool:
        waited.append(seconds)
        return False

    class Slow:
        def choose(self, sight: Sight) -> str:
            time.sleep(0.1)
            return sight.moves[0]

    class Slowed(Level):
        def make(self, seed: int) -> Slow:
            return Slow()

    slow = [Slowed(*level) for level in levels(GAMES[name])]
    monkeypatch.setattr("motherlode.terminal.machines.levels", lambda _: slow)
    monkeypatch.setattr("motherlode.terminal.screen.Screen.wait", wait)
    for show, pace in (("4", "8"), ("0.01", "0.02")):
        types(typed)
        run(capsys, "play", name, "--seed", SEED, "--show", show, "--pace", pace)

    assert len(waited) >= 2 * len(pauses)
    for seconds, (least, most) in zip(waited, pauses, strict=False):
        assert least < seconds <= most
    assert 0 in waited[len(waited) // 2 :]


def test_on_a_terminal_every_screen_is_wiped_before_the_next() -> None:
    out = _at_a_terminal(
        *("play", "goldrush", "--seed", SEED, "--seat", "1", "--show", "0", "--pace", "0"),
        typed=[
            ("begin.", ""),
            (">", "a1"),
            (">", "b2"),
            (">", ""),
            (">", "quit"),
            ("[y/N]", "y"),
            ("for no.", ""),
        ],
    )
    second_page, rest = out.split("\x1b[?1049h", 1)
    screens = rest.split("\x1b[?1049l", 1)[0].split(WIPE)

    assert "turned up" not in second_page
    assert sum("turned up" in screen for screen in screens) > 1
    for screen in screens:
        assert screen.count("GOLD · game") <= 1
    assert screens[-1] == ""


def test_whoever_quits_while_a_machine_takes_its_time_is_asked_at_once() -> None:
    started = time.monotonic()
    out = _at_a_terminal(
        *("play", "goldrush", "--seat", "2", "--seat", "1", "--seats", "3", "--show", "60"),
        *("--pace", "60", "--seed", _machine_starts()),
        typed=[
            ("begin.", ""),
            ("is thinking …", "quit"),
            ("[y/N]", "n"),
            (">.", "quit"),
            ("[y/N]", "quit"),
            ("for no.", ""),
        ],
    )

    assert "The game ends here, unfinished." in out
    assert time.monotonic() - started < 50
    asked = out.index("Leave this game?", out.index("turned up"))
    assert "turned up" not in out[: out.index("Leave this game?")]
    assert out[:asked].endswith(WIPE), "a card lies open during a question"


def _machine_starts() -> str:
    """A seed with which the third of three seats starts."""
    people = (0, 1)
    seeds = (f"seed {i}" for i in range(100))
    return next(s for s in seeds if played("goldrush", 3, s, people).deal.starter == 2)


def _at_a_terminal(*args: str, typed: list[tuple[str, str]]) -> str:
    """What a command writes to a terminal while a person answers, each line after that ending."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "motherlode", *args]
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, env=surroundings)
    os.close(theirs)
    out = ""
    for ending, line in typed:
        new = ""
        while not _plain(new).endswith(ending) and select.select([ours], [], [], 20)[0]:
            new += _read(ours)
        os.write(ours, f"{line}\n".encode())
        out += new
    while more := _read(ours):
        out += more
    process.wait(20)
    os.close(ours)
    return out


def _plain(out: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out).rstrip()


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except OSError:  # the other end is closed
        return ""
