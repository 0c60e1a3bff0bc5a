"""The command line as people meet it: help, errors, exit codes."""

import contextlib
import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from motherlode import __version__, cli
from motherlode.fair import Promise
from motherlode.games import GAMES
from motherlode.record import LARGEST_FILE, Record, Series
from tests.terminal.scripts import match, played

Output = pytest.CaptureFixture[str]
PNG = b"\x89PNG"
COMMANDS = ("games", "rules", "simulate", "arena", "replay", "verify", "play")


def run(output: Output, *args: str) -> tuple[int, str, str]:
    """A command as it is typed: its exit code, and what it wrote."""
    code = cli.run(args)
    written = output.readouterr()
    return code, written.out, written.err


def apart(*args: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "motherlode", *args]
    surroundings = {**os.environ, **more}
    return subprocess.run(
        command, env=surroundings, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say nothing about rules that are still being compiled."""
    monkeypatch.setattr(cli, "_PATIENCE", 3600)


@pytest.fixture(scope="module")
def finished() -> Record:
    """A whole game with a promised deal, its secret open."""
    from motherlode.games import game
    from motherlode.terminal.deals import Place, promised

    its = game("golddigger")
    dealt = promised(its, its.options(), Place(1, 1), ("Ada", "Ben"))
    position = its.start(its.options(), dealt.deal)
    while not position.over:
        position = position.play(position.moves[0])
    record = Record.of_position(position, dealt.record.chance, names=("Ada", "Ben"))
    return dealt.opened(record)


@pytest.fixture
def file(finished: Record, tmp_path: Path) -> Path:
    """That game on paper."""
    path = tmp_path / "game.txt"
    path.write_text(finished.write(), "utf-8")
    return path


# --- Help ---------------------------------------------------------------------------------------


def test_the_version_is_the_packages(capsys: Output) -> None:
    assert run(capsys, "--version") == (0, f"motherlode {__version__}\n", "")


def test_help_lists_every_command_in_a_line_of_its_own(capsys: Output) -> None:
    code, out, _ = run(capsys, "--help")

    assert code == 0
    assert all(re.search(rf"^  {command} +[A-Z].*\.$", out, re.MULTILINE) for command in COMMANDS)
    assert "motherlode play" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: Output) -> None:
    code, out, _ = run(capsys, command, "--help")

    assert code == 0
    assert f"  motherlode {command}" in out


def test_games_lists_them_with_their_designers(capsys: Output) -> None:
    code, out, _ = run(capsys, "games")

    assert code == 0
    for game in GAMES.values():
        assert f"{game.title} by {game.designer}" in out
        assert game.pitch in out


def test_rules_are_read_in_english_and_in_german(capsys: Output) -> None:
    for game in GAMES.values():
        assert run(capsys, "rules", game.id) == (0, game.rulebook("en"), "")
        german = run(capsys, "rules", game.id, "--lang", "de")[1]
        assert german == game.rulebook("de")
        assert "Von uns" in german


@pytest.mark.parametrize("columns", [50, 80])
def test_on_a_terminal_the_lines_of_a_rulebook_break_between_words(columns: int) -> None:
    command = [sys.executable, "-m", "motherlode", "rules", "golddonkey"]
    surroundings = {"TERM": "xterm", "COLUMNS": str(columns), "LINES": "24", "PAGER": "cat"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, env={**os.environ, **surroundings}
    ) as reading:
        os.close(theirs)
        out = b""
        # Linux has an error for a terminal that is closed at the other end.
        with contextlib.suppress(OSError):
            while more := os.read(ours, 65536):
                out += more
    os.close(ours)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out.decode()).splitlines()

    assert reading.returncode == 0
    assert columns - 10 < max(map(len, lines)) <= columns
    told = set(re.findall(r"\w+", " ".join(lines)))
    assert told == set(re.findall(r"\w+", GAMES["golddonkey"].rulebook()))


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["games"],
        ["rules", "goldrush"],
        ["play", "--help"],
        ["arena", "--help"],
        ["--version"],
    ],
)
def test_help_and_rules_load_nothing_heavy(args: list[str]) -> None:
    code = (
        "import sys; from motherlode.cli import run; run(sys.argv[1:]);"
        "print([m for m in ('numba', 'numpy', 'matplotlib', 'rich') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=True
    )

    assert done.stdout.endswith("\n[]\n")


# --- What cannot be answered --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["simulat", "goldrush"], "Did you mean 'simulate'?"),
        (["dance"], "the commands are games, rules"),
        (["rules", "goldrsh"], "Did you mean 'goldrush'?"),
        (["rules", "chess"], "the games are goldrush, golddigger, golddonkey"),
        (["rules"], "which game? the games are goldrush, golddigger, golddonkey"),
        (["simulate", "--games", "5"], "which game? the games are goldrush, golddigger"),
        (["rules", "goldrush", "--lang", "fr"], "'en', 'de'"),
        (["games", "--jsn"], "--jsn"),
        (["simulate", "goldrush", "--games", "many"], "'many'"),
        (["simulate", "goldrush", "--games", "0"], "x>=1"),
        (["simulate", "goldrush", "--games", "9" * 30], "1,000,000,000,000"),
        (["simulate", "goldrush", "--games", "1" * 5000], "integer"),
        (["simulate", "goldrush", "--seats", "1"], "for 2, 3, 4 or 5 seats, not 1"),
        (["simulate", "golddonkey", "--seats", "4"], "for 2 or 3 seats, not 4"),
        (["simulate", "goldrush", "--option", "colour=red"], "it has seats, layout, colours"),
        (["simulate", "goldrush", "--option", "layout"], "name=value"),
        (["simulate", "goldrush", "--option", "layout=grid", "--option", "layout=grid"], "twice"),
        (["simulate", "golddigger", "--option", "deck=1,2,x"], "'x' is none"),
        (["simulate", "goldrush", "--seed", "x" * 81], "80"),
        (["simulate", "goldrush", "--seed", "a\nb"], "control characters"),
        (["simulate", "goldrush", "--plot", "points.gif"], ".svg or .png, not 'points.gif'"),
        (["simulate", "goldrush", "--plot", "/nowhere/points.svg"], "cannot be written"),
        (["simulate", "goldrush", "--plot", "/"], "is a directory"),
        (["arena", "chess"], "the games are goldrush, golddigger, golddonkey"),
        (["arena", "goldrush", "greedy"], "two entrants at least, not 1"),
        (["arena", "goldrush", "greedy", "greedy"], "'greedy' is named twice"),
        (["arena", "goldrush", "greedy", "anna"], "nobody called 'anna' plays GOLD; there are 1,"),
        (["arena", "goldrush", "greedy", "plain:x"], "how often to look ahead"),
        (["arena", "golddonkey", "--seats", "2", "--seats", "4"], "for 2 or 3 seats, not 4"),
        (["arena", "goldrush", "--deals", "0"], "x>=1"),
        (["arena", "goldrush", "--deals", "9" * 12], "from 1 to 1000000"),
        (["arena", "goldrush", "--jobs", "0"], "1<=x<=512"),
        (["arena", "goldrush", "--jobs", "2", "--ray", "auto"], "or a cluster does"),
        (["arena", "goldrush", "--out", "/nowhere/a.jsonl"], "cannot be written"),
        (["arena", "goldrush", "--out", "/"], "is a directory"),
        (["arena", "goldrush", "--plot", "ladder.gif"], ".svg or .png, not 'ladder.gif'"),
        (["replay", "/nowhere/game.txt"], "does not exist"),
        (["replay", "/"], "is a directory"),
        (["verify", "/nowhere/game.txt"], "does not exist"),
        (["verify", "/"], "is a directory"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_question_that_makes_no_sense_is_answered_with_what_does(
    args: list[str], told: str, capsys: Output
) -> None:
    code, out, err = run(capsys, *args)

    assert (code, out) == (2, "")
    assert told in " ".join(err.split())
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\x00\xff\xfe" * 100,
        b"motherlode record 1\n",
        b"motherlode record 1\n\ngame        chess\n",
        b"x" * (LARGEST_FILE + 10),
        b"\n" * 30_000,
    ],
    ids=["empty", "binary", "cut short", "another game", "too large", "too long"],
)
def test_junk_is_no_record_and_no_reason_for_a_traceback(
    command: str, junk: bytes, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "junk"
    file.write_bytes(junk)
    code, out, err = run(capsys, command, str(file))

    assert (code, out) == (1, "")
    assert "is no good record: line" in err


def test_an_endless_file_is_not_read_to_its_end() -> None:
    done = apart("replay", "/dev/zero")

    assert done.returncode == 1
    assert "is no good record" in done.stderr


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m motherlode rules goldrush | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602

    assert (done.stdout, done.stderr) == ("# GOLD\n", "")


@pytest.mark.parametrize("args", ["games", "verify {}", "replay {}", "replay {} --to 3"])
def test_a_reader_who_is_gone_before_a_word_is_written_is_no_error(args: str, file: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "motherlode", *args.format(file).split()]
    try:
        done = subprocess.run(
            command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    finally:
        os.close(theirs)

    assert (done.returncode, done.stderr) == (0, "")


def test_verify_says_all_it_has_to_say_at_once_lest_a_reader_of_one_line_miss_the_exit_code(
    finished: Record, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(finished.finish((1, 0), (0,)).write(), "utf-8")
    command = [sys.executable, "-m", "motherlode", "verify", str(wrong)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as verifying:
        assert verifying.stdout is not None
        first = os.read(verifying.stdout.fileno(), 4096).decode()
        verifying.stdout.close()

    assert (first.splitlines()[0], verifying.returncode) == ("WRONG", 1)
    assert first.endswith(f"head  {finished.head}\n")


def test_closed_streams_are_no_reason_for_a_traceback() -> None:
    command = f"{sys.executable} -m motherlode play goldrush <&- >&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602

    assert done.returncode == 0
    assert "Traceback" not in done.stderr


# --- Simulations --------------------------------------------------------------------------------


def test_json_has_everything_a_program_needs(capsys: Output) -> None:
    args = ("simulate", "goldrush", "--seats", "3", "--games", "500", "--seed", "1", "--json")
    code, out, _ = run(capsys, *args)
    result = json.loads(out)

    assert code == 0
    assert result["game"] == "goldrush"
    assert result["options"] == {"seats": "3", "layout": "scatter", "colours": "drawn"}
    assert (result["seed"], result["games"], result["asked"]) == ("1", 500, 500)
    assert (result["complete"], result["provisional"], result["rules"]) == (True, [], 1)
    assert set(result["moves"]) == {"mean", "margin", "least", "most"}
    assert result["endings"]["few left"] > 400
    assert result["shared_wins"] < 100
    assert [seat["seat"] for seat in result["seats"]] == [1, 2, 3]
    assert set(result["seats"][0]) == {
        "seat",
        "points",
        "win_share",
        "win_margin",
        "games_by_points",
    }


def test_the_same_seed_is_the_same_page_and_no_seed_is_one_of_its_own(capsys: Output) -> None:
    args = ("simulate", "golddonkey", "--games", "500")
    pages = [run(capsys, *args, "--seed", "x")[1] for _ in range(2)]
    unseeded = [run(capsys, *args)[1] for _ in range(2)]

    assert pages[0] == pages[1]
    assert unseeded[0] != unseeded[1]
    seed = re.search("seed ([0-9a-f]+)", unseeded[0])
    assert seed
    assert run(capsys, *args, "--seed", seed[1])[1] == unseeded[0]


def test_the_page_tells_seats_wins_length_and_how_the_rush_began(capsys: Output) -> None:
    out = run(capsys, "simulate", "goldrush", "--games", "2000", "--seed", "1")[1]

    assert re.search(r"seat 1 \(starts\) +[0-9.]+ ± [0-9.]+ +\d+ +\d+ +[0-9.]+ % ± [0-9.]+", out)
    assert "an equal share is 50.00 %" in out
    assert "A win shared by k seats counts 1/k for each" in out
    assert "Moves in a game:" in out
    assert "(our house rule Q1)" in out
    assert "(our house rule Q2)" in out


def test_a_provisional_deck_is_marked_in_text_json_and_picture(
    capsys: Output, tmp_path: Path
) -> None:
    plot = tmp_path / "points.svg"
    args = ("simulate", "golddigger", "--games", "100")
    text = run(capsys, *args, "--plot", str(plot))[1]

    assert "Provisional" in text
    assert json.loads(run(capsys, *args, "--json")[1])["provisional"] == ["deck=second-edition"]
    assert b"provisional deck" in plot.read_bytes()
    own = ("--option", "deck=" + ",".join(["3"] * 15))
    assert "Provisional" not in run(capsys, *args, *own)[1]


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("A.PNG", PNG)])
def test_a_picture_is_drawn_in_the_kind_its_name_asks_for(
    name: str, begins: bytes, capsys: Output, tmp_path: Path
) -> None:
    args = ("simulate", "golddonkey", "--games", "100", "--seed", "1", "--plot")
    first, second = tmp_path / name, tmp_path / f"again-{name}"

    assert run(capsys, *args, str(first))[0] == 0
    assert run(capsys, *args, str(second))[0] == 0
    assert first.read_bytes().startswith(begins)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(("games", "told"), [("1", b"1 random game "), ("2", b"2 random games ")])
def test_a_picture_says_of_how_many_games_it_is(
    games: str, told: bytes, capsys: Output, tmp_path: Path
) -> None:
    plot = tmp_path / "points.svg"

    assert run(capsys, "simulate", "goldrush", "--games", games, "--plot", str(plot))[0] == 0
    assert told in plot.read_bytes()


def test_without_matplotlib_it_says_how_to_get_it(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = run(capsys, "simulate", "goldrush", "--plot", str(tmp_path / "a.svg"))

    assert code == 2
    assert "pip install 'motherlode[plot]'" in err
    assert not list(tmp_path.iterdir())


def test_asking_whether_a_file_can_be_written_leaves_none_behind(
    capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "a.svg"
    run(capsys, "simulate", "goldrush", "--plot", str(file), "--games", "9" * 30)

    assert not file.exists()


def test_ctrl_c_shows_what_was_played_so_far_and_says_so(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_progress", lambda _: contextlib.nullcontext(stop))
    code, out, err = run(capsys, "simulate", "golddigger", "--games", "99000")

    assert (code, err) == (130, "")
    assert "STOPPED EARLY: 5,000 of 99,000 games were played." in out


def test_ctrl_c_elsewhere_is_a_word_and_not_a_traceback(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("motherlode.terminal.sitting.choose_game", stop)

    code, _, err = run(capsys, "play")
    assert (code, err.split()) == (130, ["Stopped."])


def test_rules_being_prepared_are_mentioned_to_those_who_wait(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_PATIENCE", 0.01)
    cli._say_preparing.cache_clear()
    with cli.patience():
        time.sleep(0.2)
    assert "Preparing the rules" in capsys.readouterr().err

    monkeypatch.setattr(cli, "_PATIENCE", 60)
    with cli.patience():
        pass
    assert capsys.readouterr().err == ""


# --- The arena ----------------------------------------------------------------------------------

ARENA = ("arena", "golddigger", "greedy", "random", "--deals", "20", "--jobs", "1")


def test_the_arena_has_everything_a_program_needs(capsys: Output) -> None:
    code, out, err = run(capsys, *ARENA, "--seats", "2", "--seats", "3", "--seed", "x", "--json")
    found = json.loads(out)

    assert (code, err) == (0, "")
    assert found["contest"]["entrants"] == ["greedy", "random"]
    assert found["contest"]["seats"] == [2, 3]
    assert (found["complete"], found["games"]) == (True, 20 * (2 + 6))
    assert [pairing["deals"] for pairing in found["pairings"]] == [20, 20]
    assert {up["lone"]: up["share"]["mean"] > 0.5 for up in found["pairings"][1]["line_ups"]} == {
        "random": False,
        "greedy": True,
    }
    assert [each["entrant"] for each in found["ratings"]] == ["greedy", "random"]
    assert found["ratings"][0]["rating"] == 1000
    assert found["ratings"][1]["high"] < 1000
    assert list(found)[-1] == "cost"
    assert all(each["ms_a_move"] > 0 for each in found["cost"]["entrants"])
    assert found["provisional"] == ["deck=second-edition"]


def test_the_same_seed_is_the_same_contest_and_no_seed_is_one_of_its_own(capsys: Output) -> None:
    args = (*ARENA, "--json")

    def contests(*more: str) -> list[dict[str, object]]:
        found = [json.loads(run(capsys, *args, *more)[1]) for _ in range(2)]
        return [{name: of for name, of in each.items() if name != "cost"} for each in found]

    same, again = contests("--seed", "x")
    one, other = contests()
    assert same == again
    assert one["contest"] != other["contest"]
    assert one["pairings"] != other["pairings"]


def test_the_page_of_the_arena_tells_ratings_wins_and_what_moves_cost(capsys: Output) -> None:
    args = ("arena", "goldrush", "1", "greedy", "random", "--deals", "20", "--jobs", "1")
    out = run(capsys, *args, "--seed", "x", "--seats", "3")[1]

    assert "GOLD (goldrush), 3 seats: 360 games on paired deals, seed x" in out
    assert re.search(r"^random +-?\d+ +-?\d+ … -?\d+ +\d\.\d{3}$", out, re.MULTILINE)
    assert "(3 seats; an equal share is 33.33 %)\nalone among copies of the one above:\n" in out
    assert re.search(r"^random +\d+\.\d +\d+\.\d +–$", out, re.MULTILINE)
    assert re.search(r"^random among greedy +\d+\.\d % ", out, re.MULTILINE)
    assert re.search(r"^greedy among random +\d+\.\d % ", out, re.MULTILINE)
    assert "(our house rule Q1)" in out
    assert "(our house rule Q2)" in out
    assert "bootstrap over deals" in out


def test_a_ladder_has_neighbours_only_and_all_levels_if_nobody_is_named(capsys: Output) -> None:
    out = run(capsys, "arena", "golddigger", "--ladder", "--deals", "2", "--jobs", "1")[1]

    rows = re.findall(r"^(\d) against (\d) ", out, re.MULTILINE)
    assert rows == [("2", "1"), ("3", "2"), ("4", "3"), ("5", "4")]
    assert "Games won by the one on the left" not in out


def test_stopping_when_it_is_clear_is_said(capsys: Output) -> None:
    out = run(capsys, *ARENA, "--deals", "500", "--until-clear", "--seed", "x")[1]

    assert re.search(r" \d+\* ", out)
    assert "stopped, for it was clear who is the stronger" in out


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("A.PNG", PNG)])
def test_a_ladder_is_drawn_in_the_kind_its_name_asks_for(
    name: str, begins: bytes, capsys: Output, tmp_path: Path
) -> None:
    args = (*ARENA, "--seats", "2", "--seats", "3", "--seed", "1", "--plot")
    first, second = tmp_path / name, tmp_path / f"again-{name}"

    assert run(capsys, *args, str(first))[0] == 0
    assert run(capsys, *args, str(second))[0] == 0
    assert first.read_bytes().startswith(begins)
    assert first.read_bytes() == second.read_bytes()


def test_a_journal_goes_on_even_if_nobody_remembers_its_seed(
    capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "evening.jsonl"
    args = (*ARENA, "--json", "--out", str(file))
    whole = json.loads(run(capsys, *args)[1])
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:8]))

    again = json.loads(run(capsys, *args)[1])
    assert again["pairings"] == whole["pairings"]
    assert again["contest"]["seed"] == whole["contest"]["seed"]
    assert len(file.read_bytes().splitlines()) == len(lines)


def test_the_journal_of_another_contest_is_not_written_into(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    run(capsys, *ARENA, "--out", str(file))
    written = file.read_bytes()
    code, out, err = run(capsys, *ARENA, "--deals", "30", "--out", str(file))

    assert (code, out) == (2, "")
    assert "its deals is 20, not 30" in " ".join(err.split())
    assert file.read_bytes() == written


def test_ctrl_c_in_the_arena_shows_what_was_played(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    left = 7

    def stop(_n: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_progress", lambda _: contextlib.nullcontext(stop))
    code, out, err = run(capsys, *ARENA, "--out", str(tmp_path / "a.jsonl"))

    assert code == 130
    assert "STOPPED EARLY: 7 of 20 deals were played." in out
    assert "a.jsonl has what was played" in err


def test_ctrl_c_before_there_is_anything_to_show_is_said(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_n: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_progress", lambda _: contextlib.nullcontext(stop))
    code, out, err = run(capsys, *ARENA, "--seats", "2", "--seats", "3")

    assert (code, out) == (130, "")
    assert err == "Stopped before every pairing had played a deal.\n"


def test_a_bot_that_breaks_the_rules_ends_the_contest(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motherlode.bots.baselines.AtRandom.choose", lambda *_: "castle")
    code, out, err = run(capsys, *ARENA, "--seed", "somebody cheats")

    assert (code, out) == (1, "")
    assert re.search("random on deal 1, after .*'castle'", err)


def test_without_ray_it_says_how_to_get_it(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = run(capsys, "arena", "goldrush", "--ray", "auto")

    assert code == 2
    assert "pip install 'motherlode[ray]'" in err


# --- Records ------------------------------------------------------------------------------------


def test_replay_tells_every_move_and_the_end(file: Path, finished: Record, capsys: Output) -> None:
    code, out, _ = run(capsys, "replay", str(file))

    assert code == 0
    assert "At the table: Ada, Ben." in out
    for number, move in enumerate(finished.moves, 1):
        assert re.search(rf"^ *{number}  {move.text} ", out, re.MULTILINE)
    assert "Won by" in out


def test_one_move_is_not_told_as_several(finished: Record, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "begun.txt"
    start = finished.replay()[0]
    file.write_text(Record.of_position(start.play(start.moves[0])).write(), "utf-8")

    assert run(capsys, "replay", str(file))[1].startswith("GOLD DIGGER · 1 move\n")
    assert "after 1 of 1 move ·" in run(capsys, "replay", str(file), "--to", "1")[1]


def test_replay_to_a_move_draws_the_table_there(file: Path, capsys: Output) -> None:
    assert "after 0 of 60 moves" in run(capsys, "replay", str(file), "--to", "0")[1]
    out = run(capsys, "replay", str(file), "--to", "12")[1]

    assert "after 12 of 60 moves" in out
    assert "Won by" not in out
    code, _, err = run(capsys, "replay", str(file), "--to", "61")
    assert code == 2
    assert "the record has 60 moves" in err


def test_replay_step_by_step_draws_every_table(file: Path, capsys: Output) -> None:
    out = run(capsys, "replay", str(file), "--step", "--to", "5")[1]

    assert [int(n) for n in re.findall(r"after (\d+) of 60", out)] == list(range(6))


def test_a_game_of_a_match_is_chosen_by_its_number(tmp_path: Path, capsys: Output) -> None:
    games = match("golddigger", 2, "lamplight")
    series = Series((next(games)[1], next(games)[1]))
    file = tmp_path / "match.txt"
    file.write_text(series.write(), "utf-8")

    assert "game 2 of 2" in run(capsys, "replay", str(file), "--game", "2")[1]
    assert run(capsys, "replay", str(file))[1].count("Won by") == 2
    code, _, err = run(capsys, "replay", str(file), "--step")
    assert (code, "--game 1 to 2" in err) == (2, True)
    code, _, err = run(capsys, "replay", str(file), "--game", "3")
    assert (code, "the file has 2 games" in err) == (2, True)


def test_a_game_whose_secret_is_not_open_is_not_replayed(
    finished: Record, tmp_path: Path, capsys: Output
) -> None:
    promise = finished.chance
    assert isinstance(promise, Promise)
    closed = Promise(promise.terms, promise.commitment, promise.devices)
    file = tmp_path / "running.txt"
    file.write_text(Record.promised(closed).write(), "utf-8")

    code, _, err = run(capsys, "replay", str(file))
    assert code == 1
    assert "a secret not open" in err
    assert run(capsys, "verify", str(file))[0] == 1


def test_a_file_alone_is_consistent_and_with_what_was_kept_proved(
    file: Path, finished: Record, capsys: Output
) -> None:
    promise = finished.chance
    assert isinstance(promise, Promise)
    kept = {
        "--commitment": promise.commitment,
        "--nonce": promise.nonces[0],
        "--roll": promise.roll,
        "--head": finished.head,
    }
    all_kept = [text for pair in kept.items() for text in pair]

    code, out, _ = run(capsys, "verify", str(file))
    assert (code, out.splitlines()[0]) == (0, "CONSISTENT")
    code, out, _ = run(capsys, "verify", str(file), *all_kept)
    assert (code, out.splitlines()[0]) == (0, "PROVED")
    code, out, _ = run(capsys, "verify", str(file), *all_kept, "--device", "2")
    assert (code, out.splitlines()[0]) == (1, "WRONG")


@pytest.mark.parametrize("what", ["--commitment", "--nonce", "--roll", "--head"])
def test_what_was_kept_and_is_another_is_wrong(what: str, file: Path, capsys: Output) -> None:
    code, out, _ = run(capsys, "verify", str(file), what, "0" * 64)
    assert (code, out.splitlines()[0]) == (1, "WRONG")

    code, _, err = run(capsys, "verify", str(file), what, "12ab")
    assert code == 2
    assert "64 digits" in err


def test_a_device_without_its_nonce_makes_no_sense(file: Path, capsys: Output) -> None:
    code, _, err = run(capsys, "verify", str(file), "--device", "1")

    assert code == 2
    assert "--device goes with --nonce" in err


def test_a_changed_move_is_found(file: Path, capsys: Output) -> None:
    text = file.read_text("utf-8")
    move = re.search(r"seat 1  (\w+)$", text, re.MULTILINE)
    assert move
    other = "owl" if move[1] != "owl" else "fox"
    file.write_text(text.replace(f"seat 1  {move[1]}\n", f"seat 1  {other}\n", 1), "utf-8")

    code, _, err = run(capsys, "verify", str(file))
    assert code == 1
    assert "the chain breaks here" in err


def test_a_practice_deal_has_nothing_to_verify(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "practice.txt"
    file.write_text(Record.of_position(played("golddigger", 2, "lamplight")).write(), "utf-8")
    code, out, _ = run(capsys, "verify", str(file))

    assert code == 1
    assert out.startswith("NOTHING TO VERIFY")
