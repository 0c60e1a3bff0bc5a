"""Compiled and as plain Python, bots choose the same moves, for the same reasons."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.games import GAMES
from tests.bots import story

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_python_choose_the_same(name: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.bots.story", name],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-2000:]

    told = list(story.tell(name))
    assert len(told) > 50
    assert told == answer.stdout.splitlines()
