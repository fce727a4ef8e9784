"""What suits Rush (Mark Steere): parameters of searchers, and what `dohyo bench` runs."""

from dohyo.engine.tuning import Benchmark, SignaturePosition, Tuning

TUNING: Tuning = {"mcts": {"Exploration": 100}}
BENCHMARK = Benchmark(
    rows={f"rush-stones size={size}": {"size": str(size)} for size in (9, 13, 19)},
    positions=(SignaturePosition({"size": "5"}, 7, 3000), SignaturePosition({"size": "9"}, 20, 2000)),
)
