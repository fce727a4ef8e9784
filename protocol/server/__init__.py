"""The engine side of the protocol: the loop behind `dohyo engine`.

Imports `language`, `dohyo.search` and `dohyo.engine`; nothing of `client`. Start with `conversation`: it draws the way
of a line through `command_queue` (what may run now) and `session` (what each message does) to the search and back.
`loop` and `streams` connect a conversation to two file descriptors.
"""
