"""Where every random number of a match comes from: the seed of the match and the place of the game."""

from dohyo.engine import State, parse
from dohyo.tournaments.plan.derive import derive
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.schedule.units import Pairing


def deal_seed(match: Match, pairing: Pairing) -> int:
    """The seed of the deal, equal for all games of a unit. It never reaches an engine."""
    return derive(match.seed, "deal", pairing.deal)


def start(match: Match, pairing: Pairing) -> State:
    """The state that the engines start from, equal for all games of a unit; an opening stops before it ends a game."""
    state = _dealt(match, pairing)
    for ply in range(0 if state.over else match.opening):
        moves = state.moves()
        after = state.play(moves[derive(match.seed, "opening", pairing.deal, ply) % len(moves)])
        if after.over:
            break
        state = after
    return state


def _dealt(match: Match, pairing: Pairing) -> State:
    """The state before the opening: the next of those that the match names, or dealt by the seed."""
    if not match.starts:
        return match.game.deal(deal_seed(match, pairing), **match.all_rules)
    state = parse(match.starts[pairing.deal % len(match.starts)])
    assert isinstance(state, State)  # a match takes no others
    return state


def engine_seed(match: Match, pairing: Pairing, seat: int) -> int:
    """What the engine in a seat gets as its own seed for this game."""
    engine = pairing.engines[seat - 1]
    earlier = pairing.engines[: seat - 1].count(engine)
    return derive(match.seed, "engine", *pairing.place, engine, *([earlier] if earlier else []))
