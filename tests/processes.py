"""Code that needs a process of its own: one in which nothing was compiled or loaded before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.kernel.edge import compiled

needs_numba = pytest.mark.skipif(not compiled(), reason="nothing is compiled here")

_ROOT = Path(__file__).parents[1]


def in_a_process_of_its_own(code: str) -> subprocess.CompletedProcess[str]:
    """What became of *code*, which may import what tests import; warnings are errors there too."""
    path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
