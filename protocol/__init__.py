"""How it is asked: the engine loop over stdin and stdout, and a client for any engine that speaks so."""

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
