"""A disk that fails to sync, for this process: the kernel itself refuses, for good."""

import ctypes
import platform
import struct

# By machine: the numbers of fsync and fdatasync.
_CALLS = {"x86_64": (74, 75), "aarch64": (82, 83)}
_NO_NEW_PRIVILEGES, _SECCOMP = 38, {"x86_64": 317, "aarch64": 277}
_SET_FILTER, _ALL_THREADS = 1, 1
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_IO_ERROR = 5


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def fail_to_sync() -> None:
    """From now on, let every sync of this process end with an I/O error."""
    machine = platform.machine()
    fsync, fdatasync = _CALLS[machine]
    steps = [
        (_LOAD, 0, 0, 0),  # the number of the call
        (_JUMP_IF_EQUAL, 2, 0, fsync),
        (_JUMP_IF_EQUAL, 1, 0, fdatasync),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _FAIL | _IO_ERROR),
    ]
    program = _Program(len(steps), b"".join(struct.pack("HBBI", *step) for step in steps))
    libc = ctypes.CDLL(None, use_errno=True)
    done = libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    done = done or libc.syscall(_SECCOMP[machine], _SET_FILTER, _ALL_THREADS, ctypes.byref(program))
    if done:
        raise OSError(ctypes.get_errno(), "the kernel does not filter calls")
