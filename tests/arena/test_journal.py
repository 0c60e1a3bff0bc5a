"""A journal can be cut off anywhere, is read by people, and belongs to one contest."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from motherlode.arena import BadJournal, BadResult, Tournament, contest_in
from tests.arena.made_up import contest_of, straight, timeless


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


@pytest.fixture
def whole(file: Path) -> bytes:
    """The journal of a finished contest."""
    Tournament(contest_of(), file).run()
    return file.read_bytes()


def test_each_deal_of_a_pairing_is_a_line_that_people_can_read(whole: bytes) -> None:
    head, *lines = (msgspec.json.decode(line) for line in whole.splitlines())

    assert head["contest"]["entrants"] == ["greedy", "random"]
    assert [line["deal"] for line in lines] == list(range(1, 21))
    assert set(lines[0]) == {"seats", "one", "other", "deal", "games", "moves", "ms"}
    points, winners, moves, ending = lines[0]["games"][0]
    assert (len(points), moves, ending) == (2, 60, "all cards played")
    assert winners == [seat for seat in range(2) if points[seat] == max(points)]


def test_a_finished_contest_is_not_played_again(whole: bytes, file: Path) -> None:
    asked = contest_of()
    told: list[int] = []
    found = Tournament(asked, file).run(progress=told.append)

    assert told == []
    assert file.read_bytes() == whole
    assert timeless(found) == timeless(straight(asked))


def test_a_contest_cut_off_anywhere_goes_on_to_the_same_result(whole: bytes, file: Path) -> None:
    asked = contest_of()
    truth = timeless(straight(asked))
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for cut in (0, 10, ends[0], ends[0] + 1, ends[4] - 1, ends[4], ends[10] + 30, len(whole)):
        file.write_bytes(whole[:cut])
        assert timeless(Tournament(asked, file).run()) == truth
        lines = file.read_bytes().splitlines()
        assert len(lines) == 21
        assert all(msgspec.json.decode(line) for line in lines)


def test_what_was_written_last_is_gone_if_it_was_cut_short(whole: bytes, file: Path) -> None:
    file.write_bytes(whole + b'{"seats":2,"one":"ran')
    Tournament(contest_of(), file).run()

    assert file.read_bytes() == whole


def test_lines_in_any_order_and_twice_are_fine(whole: bytes, file: Path) -> None:
    head, *lines = whole.splitlines(keepends=True)
    file.write_bytes(head + b"".join([*reversed(lines[5:]), *lines[7:9]]))
    asked = contest_of()

    assert timeless(Tournament(asked, file).run()) == timeless(straight(asked))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"deals": 21}, "its deals is 20, not 21"),
        ({"seed": "other"}, "its seed is lamp, not other"),
        ({"ladder": True}, "its ladder is no, not yes"),
        ({"seats": (2, 3)}, "its seats is 2, not 2 3"),
        ({"until_clear": True}, "its until clear is no, not yes"),
        ({"of": "goldrush"}, "its game is golddigger, not goldrush"),
    ],
)
def test_the_journal_of_another_contest_is_refused_and_left_alone(
    more: dict[str, Any], told: str, whole: bytes, file: Path
) -> None:
    with pytest.raises(BadJournal, match=told):
        Tournament(contest_of(**more), file)
    assert file.read_bytes() == whole


def test_a_journal_of_other_code_is_refused(whole: bytes, file: Path) -> None:
    other = msgspec.structs.replace(contest_of(), sources="another")
    with pytest.raises(BadJournal, match=r"its sources is \w{12}, not another"):
        Tournament(other, file)


@pytest.mark.parametrize(
    "junk", [b"x", b"dear diary\n", b"{}\n", b"\x00\xff" * 500, b"x" * 200_000], ids=len
)
def test_any_other_file_is_refused_and_left_alone(junk: bytes, file: Path) -> None:
    file.write_bytes(junk)
    with pytest.raises(BadJournal, match="is no journal of an arena"):
        Tournament(contest_of(), file)
    assert file.read_bytes() == junk


def test_a_journal_of_a_later_kind_is_refused(whole: bytes, file: Path) -> None:
    file.write_bytes(whole.replace(b"motherlode arena 1", b"motherlode arena 9", 1))
    with pytest.raises(BadJournal, match="another kind: 'motherlode arena 9'"):
        Tournament(contest_of(), file)


def test_a_line_damaged_in_the_middle_is_found(whole: bytes, file: Path) -> None:
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:6], b'{"seats":2,\n', *lines[7:]]))
    with pytest.raises(BadJournal, match="line 7"):
        Tournament(contest_of(), file)


def test_a_line_of_another_contest_is_found(whole: bytes, file: Path) -> None:
    file.write_bytes(whole.replace(b'"deal":5', b'"deal":500'))
    with pytest.raises(BadResult, match="deal 500"):
        Tournament(contest_of(), file)


def test_a_journal_tells_its_contest(whole: bytes, file: Path, tmp_path: Path) -> None:
    assert contest_in(file) == contest_of()
    assert contest_in(tmp_path / "none") is None
