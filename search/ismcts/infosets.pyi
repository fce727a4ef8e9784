from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.search.core.budget import Meter

class InfosetTrees:
    def prepare(
        self,
        view: Buffer,
        seat: int,
        moves: Sequence[int],
        megabytes: int,
        *,
        seed: int,
        exploration: float,
        widen: int,
        growth: int,
        opponent_sampling: int,
        closed: bool,
        regret: bool,
        plies: int,
        policy_share: int,
        cooperative: bool,
        depth: int | None,
    ) -> None: ...
    def work(self, meter: Meter, most: int | None = None) -> None: ...
    def ranked(self) -> list[tuple[int, int, float, float, float, int]]: ...
    def tried(self, known: Buffer, seat: int, line: Sequence[tuple[int, int]]) -> list[tuple[int, int, float]]: ...
    @property
    def together(self) -> bool: ...
    @property
    def iterations(self) -> int: ...
    @property
    def fill(self) -> int: ...
