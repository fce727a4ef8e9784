"""The protocol as text: one line to one value and back.

Imports `dohyo.engine` alone: it knows no process, no stream and no search. Start with `messages` (client to engine)
and `replies` (engine to client); `scores` is how a value is written, `lines` cuts bytes into lines.
"""
