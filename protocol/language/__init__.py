"""The protocol as text: one line to one value and back.

Imports `dohyo.engine`, and of `dohyo.search` the type of limits alone; it knows no process and no stream.
Start with `messages` (client to engine) and `replies` (engine to client); `go_line` is how limits are written, `scores`
how a value is, `lines` cuts bytes into lines.
"""
