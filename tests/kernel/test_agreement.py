"""Compiled and as plain Python the rules are the same, and the tests see every branch of them.

Compiled code runs unseen, so coverage is measured in plain Python, and says something about
compiled code only because both agree.
"""

import os
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.kernel import story

ROOT = Path(__file__).parents[2]

# Some of the tests of rules and words, quick ones, that together see every branch: of the contract
# what is for two seats, of the limits who wins, and what does not take long of all others.
CHOSEN = """
    test_contract and (2] or test_a_game or test_the_kernel) and not imagine
    or test_limits and is_won
    or not test_contract and not test_limits
        and not choice_says and not in_front and not every_source and not whole_games
"""
SEEN_BY = (
    "tests/games/test_contract.py",
    "tests/games/test_deal.py",
    "tests/games/test_endings.py",
    "tests/games/test_limits.py",
    "tests/games/test_prepare.py",
    "tests/games/test_setting.py",
    "tests/games/test_stack.py",
    "tests/games/test_words.py",
    "tests/kernel/test_bits.py",
    "tests/kernel/test_chance.py",
    "tests/kernel/test_edge.py",
    "-k",
    " ".join(CHOSEN.split()),
)
# What compiles the rules, and so does nothing in plain Python.
SEEN_COMPILED_BY = ("tests/games/test_prepare.py",)


def python(*arguments: str, **environment: str) -> str:
    """What Python prints, as long as it is content."""
    answer = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, (answer.stdout + answer.stderr)[-5000:]
    return answer.stdout


def agree(games: int, first_seed: int) -> None:
    """Tell the same games in plain Python and as the rules run here, and compare line by line."""
    how = {"NUMBA_DISABLE_JIT": "1"}
    plain = python("-m", "tests.kernel.story", str(games), str(first_seed), **how).splitlines()
    told = list(story.tell(games, first_seed))
    assert len(told) > 2000 * games
    for here, there in zip_longest(told, plain):
        assert here == there


def test_compiled_and_plain_python_agree_state_by_state() -> None:
    agree(games=1, first_seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("first_seed", range(1, 51, 5))
def test_compiled_and_plain_python_agree_over_a_thousand_games(first_seed: int) -> None:
    agree(games=5, first_seed=first_seed)


def test_the_tests_see_every_branch_of_the_rules(tmp_path: Path) -> None:
    # The same examples every time: a branch is not seen by luck.
    data = {"COVERAGE_FILE": str(tmp_path / "coverage"), "CI": "1"}
    seen = ("-m", "coverage", "run", "--append")
    # Options of a run of ours must not reach the run inside it.
    quiet = ("-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-o", "addopts=")
    python(*seen, *quiet, "-m", "not slow", *SEEN_BY, NUMBA_DISABLE_JIT="1", **data)
    # What only happens where rules are compiled, and where they cannot be.
    python(*seen, *quiet, *SEEN_COMPILED_BY, NUMBA_DISABLE_JIT="0", **data)
    print(python("-m", "coverage", "report", **data))
