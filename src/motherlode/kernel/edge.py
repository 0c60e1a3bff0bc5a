"""Where the rules meet Numba.

``@rule`` marks a function that is written in the part of Python Numba compiles.  The same function
runs compiled, as plain Python (``NUMBA_DISABLE_JIT=1``, or no Numba installed), and, called from
a CUDA kernel, on a GPU.  ``door`` makes a rule callable from Python at full speed.

Compiled code is kept on disk in a folder named after a hash of every kernel and game source:
Numba itself looks only at the file a function stands in, and would go on using yesterday's rules
after an edit in another one.  What bots compile depends on their own sources too, and has a folder
of its own, so that an edit there leaves the compiled rules alone.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    import llvmlite.binding
    import numba
except ImportError:  # a browser page, say, that plays with plain Python
    numba = None

# One game's record: its fields are attributes, which no type of NumPy's can say.
Struct: TypeAlias = Any

P = ParamSpec("P")
R = TypeVar("R")

_KEPT_CACHES = 4
_RECORDS = {"s", "seen", "setup"}
# Whose sources compiled code is made from, by the part of the house it belongs to.
RULES = ("kernel", "games")
BOTS = (*RULES, "bots")


def compiled() -> bool:
    """Whether rules are compiled here, or run as plain Python."""
    return numba is not None and not numba.config.DISABLE_JIT


def compiler() -> str:
    """What compiles here, and for which processor: code in the cache serves no other."""
    return f"numba-{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile *function* at its first call: cached on disk, free of the GIL, no exceptions.

    ``error_model="numpy"`` leaves out Python's check for division by zero at every ``//``.
    """
    if not compiled():
        return function
    is_bots = function.__module__.startswith("motherlode.bots.")
    folder = cache_folder(BOTS if is_bots else RULES)
    ours, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        compiled_rule: Callable[P, R] = numba.njit(cache=True, nogil=True, error_model="numpy")(
            function
        )
        return compiled_rule
    finally:
        numba.config.CACHE_DIR = ours


def door(of: Callable[..., R]) -> Callable[..., R]:
    """Make *of*, a rule on one game's record, callable from Python with one-game arrays.

    Handing a compiled function a record costs 14 µs, handing it the array and indexing inside 0.2.
    """
    inner = getattr(of, "py_func", of)
    code = inner.__code__
    names = code.co_varnames[: code.co_argcount]
    handed_on = ", ".join(f"{name}[0]" if name in _RECORDS else name for name in names)
    source = f"def {inner.__name__}_door({', '.join(names)}): return of({handed_on})"
    # A closure over a compiled function is never found in the disk cache again, a global is; and
    # the cache asks for a place in a file, so a door stands where its rule stands.
    place = "\n" * (code.co_firstlineno - 1)
    scope: dict[str, Any] = {"of": of, "__name__": inner.__module__}
    exec(compile(place + source, code.co_filename, "exec"), scope)  # noqa: S102 - text from above
    return rule(scope[f"{inner.__name__}_door"])


def bind(shared: Callable[..., R], rules: dict[str, Any]) -> Callable[..., R]:
    """Make *shared*, written against the names of rules, work with one game's *rules*."""
    bound = FunctionType(shared.__code__, {**shared.__globals__, **rules})
    bound.__module__ = shared.__module__
    return rule(bound)


def record_type(*fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """The record of one game: aligned, and filled up to whole words so that it copies as words.

    The widest fields come first, and what fills it up is a field too: NumPy copies fields, and
    leaves what lies between them as it was, so that equal games would have different bytes.
    """
    packed = np.dtype(list(fields))
    missing = -packed.itemsize % np.dtype(np.uint64).itemsize
    return np.dtype([*fields, ("_", np.int8, missing)] if missing else [*fields], align=True)


def records(dtype: np.dtype[np.void], n: int = 1) -> NDArray[np.void]:
    """An array of *n* blank records whose fields rules can read as attributes.

    Three times as quick as ``np.zeros``, which fills records field by field.
    """
    return _records_in(bytearray(n * dtype.itemsize), dtype)


def copied(of: NDArray[np.void]) -> NDArray[np.void]:
    """A copy *of* records, ten times as quick as NumPy's own, which goes field by field."""
    return _records_in(bytearray(of.tobytes()), of.dtype)


def _records_in(memory: bytearray, dtype: np.dtype[np.void]) -> NDArray[np.void]:
    found = np.frombuffer(memory, dtype)
    return found if compiled() else found.view(np.recarray)


@cache
def cache_folder(parts: tuple[str, ...] = RULES) -> Path:
    """Where code made from these *parts* as they are now is kept; older folders are pruned."""
    kind = "rules" if parts == RULES else parts[-1]
    folder = _cache_root() / f"{kind}-{_sources_hash(parts)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(folder.parent, kind)
    except OSError:
        # Nowhere to write: Numba then says so itself, or finds what is already there.
        pass
    return folder


def _cache_root() -> Path:
    chosen = os.environ.get("MOTHERLODE_CACHE")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(home).expanduser() / "motherlode"


def _sources_hash(parts: tuple[str, ...]) -> str:
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(str(package).encode())
    for folder in parts:
        for source in sorted((package / folder).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode() + b"\0")
            # Numba asks for the same date as well, so a folder of this name is up to date or empty.
            digest.update(source.stat().st_mtime_ns.to_bytes(8, "big"))
            digest.update(source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _prune(root: Path, kind: str) -> None:
    folders = sorted(root.glob(f"{kind}-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-_KEPT_CACHES]:
        shutil.rmtree(folder, ignore_errors=True)
