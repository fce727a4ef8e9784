"""The games as OpenSpiel games, for the algorithms of that library. Needs the extra `openspiel`.

>>> import pyspiel
>>> import dohyo.engine.openspiel
>>> game = pyspiel.load_game("dohyo_rush_stones(size=5)")
>>> game.num_distinct_actions()
441

Importing this module registers every game of two seats without hidden information, chance, simultaneous choice or a
cooperative play, as `dohyo_` and its id with underscores; the rule options are the parameters, with the same names and
defaults. Actions are the kernel's move codes. Returns are -1, 0 or 1.
"""

from __future__ import annotations

import pyspiel

from dohyo.engine.game import Game, State
from dohyo.engine.registry import games


def is_offered(game: Game) -> bool:
    """Whether a game is of the kind that this module can register."""
    special = game.hidden or game.chance or game.simultaneous or game.cooperative
    return game.seats == 2 and not special and game.kernel.num_actions > 0


def short_name(game: Game) -> str:
    """What OpenSpiel calls it."""
    return f"dohyo_{game.id.replace('-', '_')}"


def game_type(game: Game) -> pyspiel.GameType:
    """How OpenSpiel describes it."""
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={
            option.name: option.default if option.choices else int(option.default) for option in game.options
        },
    )


class OpenSpielState(pyspiel.State):
    """A game in progress. See pyspiel.State for what each method gives."""

    def __init__(self, game: pyspiel.Game, state: State) -> None:
        super().__init__(game)
        self._state = state

    def current_player(self) -> int:
        return self._state.to_move[0] - 1 if self._state.to_move else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.buffer.moves(player)

    def _apply_action(self, action: int) -> None:
        self._state = self._state.play_code(action)

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return self._state.game.notation.format_move(self._state.buffer, 1, action)

    def is_terminal(self) -> bool:
        return self._state.over

    def returns(self) -> list[float]:
        shares = self._state.returns or (0.5, 0.5)
        return [2 * share - 1 for share in shares]

    def information_state_string(self, player: int | None = None) -> str:
        del player
        return str(self._state)

    def observation_string(self, player: int | None = None) -> str:
        del player
        return str(self._state)

    def __str__(self) -> str:
        return str(self._state)


class TextObserver:
    """The position as text, without a tensor."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, object] = {}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Does nothing: there is no tensor to fill."""

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The position of a state; all seats see the same."""
        del player
        return str(state)


def register(game: Game) -> None:
    """Make OpenSpiel know a game."""
    kind = game_type(game)

    class OpenSpielGame(pyspiel.Game):
        """The game with some rule options."""

        def __init__(self, params: dict[str, str | int] | None = None) -> None:
            chosen = {name: str(value) for name, value in (params or {}).items()}
            self._start = game.deal(0, **chosen)
            info = pyspiel.GameInfo(
                num_distinct_actions=game.kernel.num_actions,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=game.kernel.num_actions,
            )
            super().__init__(kind, info, params or {})

        def make_py_observer(
            self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, object] | None = None
        ) -> TextObserver:
            del iig_obs_type, params
            return TextObserver()

        def new_initial_state(self) -> OpenSpielState:
            return OpenSpielState(self, self._start)

    pyspiel.register_game(kind, OpenSpielGame)


for _game in filter(is_offered, games()):
    register(_game)
