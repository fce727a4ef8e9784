"""Becomes another program that dies with its parent: `python deathguard.py PARENT COMMAND …`.

Between fork and exec only the parent's C code may run safely when the parent has threads, so the wish to die with it
is stated here, in a fresh process that then turns into the command. Needs the standard library only.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, command = int(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # The parent may have died before the wish was stated.
    if os.getppid() != parent:
        os._exit(1)
    # Python ignores these two; a program that inherited that would not die of a closed pipe.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


if __name__ == "__main__":
    main()
