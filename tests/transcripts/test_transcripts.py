import pytest

from tests.transcripts import FOLDER, GAMES, file_of, transcript


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_its_transcript_tells(name: str) -> None:
    assert transcript(name) == file_of(name).read_text("utf-8")


def test_no_transcript_is_left_over_from_a_game_no_longer_told() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
