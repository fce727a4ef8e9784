"""The engine side of the protocol: the loop behind `dohyo engine`.

Imports `language`, `dohyo.search` and `dohyo.engine`; nothing of `client`. Start with `loop` (streams in, lines out),
then `session` (a table of verbs over one conversation) and `command_queue` (one job at a time).
"""
