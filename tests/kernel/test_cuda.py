"""The very same rules inside CUDA kernels."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.games import GAMES

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="Numba for CUDA is for Linux alone"
)

ROOT = Path(__file__).parents[2]


def cuda_check(task: str, **environment: str) -> list[str]:
    """What the task prints in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.kernel.cuda_check", task],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines()


def test_cuda_kernels_play_in_the_simulator_as_compiled_code_does() -> None:
    how, *simulated = cuda_check("play", NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert how == "simulated"
    how, *compiled = cuda_check("play", NUMBA_ENABLE_CUDASIM="0", NUMBA_DISABLE_JIT="0")
    assert how == "one by one"
    assert len(simulated) == sum(len(game.seats) for game in GAMES.values())
    assert simulated == compiled


def test_the_rules_compile_for_a_gpu_without_one_and_count_in_whole_numbers() -> None:
    lines = [line.split() for line in cuda_check("compile", NUMBA_DISABLE_JIT="0")]
    assert {(game, kernel) for game, kernel, *_ in lines} == {
        (game, kernel) for game in GAMES for kernel in ("play_out", "moves", "observe", "imagine")
    }
    for _, _, is_kernel, has_fractions, size in lines:
        assert (is_kernel, has_fractions) == ("True", "False")
        assert int(size) > 1000
