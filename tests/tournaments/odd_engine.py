"""A UGI engine that is odd: it tells in its name which processors it may use, and each of its moves is illegal.

Its first argument is a line that offers an option, '' for none; its second a word at which it ends with last words.
"""

import os
import sys

offered, ends = (*sys.argv[1:], "", "never")[:2]
for line in sys.stdin:
    verb = line.split()[0]
    if verb == ends:
        sys.exit("trouble ahead\nno licence is left")
    if verb == "ugi":
        print("id name", *sorted(os.sched_getaffinity(0)), flush=True)
        print(f"{offered}\nugiok", flush=True)
    elif verb == "isready":
        print("readyok", flush=True)
    elif verb == "go":
        print("bestmove z9", flush=True)
    elif verb == "quit":
        break
