from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.search.core.budget import Meter

class SearchTree:
    def forget(self) -> None: ...
    def prepare(
        self,
        meter: Meter,
        position: Buffer,
        moves: Sequence[int],
        megabytes: int,
        *,
        exploration: float,
        first_play: float,
        rave: bool,
        rave_equivalence: float,
        prior_visits: float,
        minimax: float,
        evaluation: float,
        expand_at: int,
        solver: bool,
        depth: int | None,
        reuse: bool,
    ) -> int: ...
    def work(self, meter: Meter, seed: int) -> None: ...
    def ranked(self, top: int) -> list[tuple[int, int, float | None, float | None, list[int]]]: ...
    @property
    def visits(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    @property
    def fill(self) -> int: ...

def rate(
    start: Buffer,
    seconds: float,
    *,
    exploration: float = 0.7,
    simulations: int = 20000,
) -> tuple[int, float]: ...
