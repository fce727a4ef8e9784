"""Runs a command and ends all its descendants with the parent: `python process_guard.py PARENT COMMAND …`.

The command becomes a child with the streams of this process and a process group of its own; this process stays, and
takes in as its own children whatever of the command loses its parent (it is a subreaper). All descendants are killed,
whatever group or session they moved to, when the parent has died in whatever way, when this process gets SIGTERM, and
when the command itself ends, whose exit code or signal is passed on. If this process is killed, the kernel kills the
command.

Between fork and exec only C code may run safely in a parent that has threads, so all this is done in a fresh process.
Needs the standard library only.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
HEARD = (signal.SIGTERM, signal.SIGCHLD)
#: Seconds between two looks for living descendants: the first pause, and the longest.
LOOK_SOON, LOOK_LATE = 0.001, 0.25


def main() -> None:
    parent, command = int(sys.argv[1]), sys.argv[2:]
    try:
        parent_ends = os.pidfd_open(parent)
    except ProcessLookupError:
        os._exit(1)
    if os.getppid() != parent:  # it died before it could be watched, and the number may be another's
        os._exit(1)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signalled = hear_signals()
    child = os.fork()
    if child == 0:
        become(command)
    release_streams()
    status = watch(parent_ends, signalled, child)
    leave(end_all(child, status))


def hear_signals() -> int:
    """A descriptor from which the numbers of SIGTERM and SIGCHLD can be read as they come."""
    signalled, tell = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    for number in HEARD:
        signal.signal(number, pass_over)
    return signalled


def pass_over(number: int, frame: FrameType | None) -> None:
    """Do nothing: the byte in the pipe is enough."""


def watch(parent_ends: int, signalled: int, child: int) -> int | None:
    """Wait until all is to end; the wait status of the child if it has ended."""
    poll = select.poll()
    for place in (parent_ends, signalled):
        poll.register(place, select.POLLIN)
    while True:
        places = [place for place, _ in poll.poll()]
        if parent_ends in places or signal.SIGTERM in os.read(signalled, 4096):
            return None
        # What lost its parent is a child of this process now, and waits to be reaped.
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] == child:
                    return found[1]


def become(command: list[str]) -> None:
    """In the child: turn into the command, which dies with this process's parent, the guard."""
    guard = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != guard or guard == 1:
        os._exit(1)
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    # Python ignores two of these; a program that inherited that would not die of a closed pipe.
    for number in (*HEARD, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(127)


def release_streams() -> None:
    """The streams belong to the command: they are to end when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def end_all(child: int, status: int | None) -> int:
    """Kill all descendants and reap them; the wait status of the child, which is known already if it was reaped."""
    pause = LOOK_SOON
    with suppress(ChildProcessError):
        while True:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == child:
                status = ended
            if pid == 0:
                for descendant in descendants(os.getpid()):
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(descendant, signal.SIGKILL)
                time.sleep(pause)
                pause = min(LOOK_LATE, 2 * pause)
    return signal.SIGKILL if status is None else status


def descendants(root: int) -> list[int]:
    """The processes that this one started, those that they started, and so on."""
    children: dict[int, list[int]] = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with suppress(OSError):
                fields = (place / "stat").read_bytes().rpartition(b")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(place.name))
    found = children.pop(root, [])
    for process in found:
        found += children.pop(process, [])
    return found


def leave(status: int) -> None:
    """End as the process of this wait status did."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
