"""The engine protocol (docs/protocol.md): UGI and UCI lines between a client and an engine.

`language` is the protocol as text. `server` is this project's engine loop, `client` drives any engine; `console`
(`dohyo play`), `check` (`dohyo check-engine`) and `gtp` stand on these. `exact_result` proves results for referees.
Imports the floors `engine` and `search`. Start with `language.messages`, then `server.conversation` or `client.client`.
"""

from dohyo.protocol.client.client import (
    Answer,
    Client,
    EngineFault,
    Timeouts,
    engine_command,
    own_engine_command,
)
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.protocol.language.replies import GameLine, OptionLine

__all__ = [
    "Answer",
    "Client",
    "Clock",
    "EngineFault",
    "GameLine",
    "Limits",
    "OptionLine",
    "Timeouts",
    "engine_command",
    "own_engine_command",
]
