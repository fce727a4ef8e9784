"""Pearson's test, for samples with fixed seeds: a bound that a right program passes for all but one seed in a
million."""

from __future__ import annotations

from collections.abc import Sequence

#: The standard normal quantile of 1 - 1e-6.
Z = 4.7534


def critical(freedom: int) -> float:
    """The chi-square quantile of 1 - 1e-6, by Wilson and Hilferty (1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + Z * part**0.5) ** 3)


def assert_fits(counts: Sequence[int], chances: Sequence[float]) -> None:
    """The counts could be those of independent draws with these chances. Classes expected less than five times are
    taken together."""
    total = sum(counts)
    expected = [total * chance for chance in chances]
    assert abs(sum(expected) - total) < 1e-6 * total, f"expected chances that add up to 1, got {sum(chances)}"
    classes = [(count, mean) for count, mean in zip(counts, expected, strict=True) if mean >= 5]
    rest = [(count, mean) for count, mean in zip(counts, expected, strict=True) if mean < 5]
    if sum(mean for _, mean in rest) >= 5:
        classes.append((sum(count for count, _ in rest), sum(mean for _, mean in rest)))
    assert sum(count for count, mean in rest if mean == 0) == 0, "a class with chance 0 was drawn"
    statistic = sum((count - mean) ** 2 / mean for count, mean in classes)
    bound = critical(len(classes) - 1)
    assert statistic < bound, f"chi-square {statistic:.1f}: expected below {bound:.1f} with {len(classes)} classes"


def assert_same(first: Sequence[int], second: Sequence[int]) -> None:
    """Two lists of counts by class could come from one distribution. Classes seen less than ten times in all are
    taken together."""
    pairs = list(zip(first, second, strict=True))
    classes = [pair for pair in pairs if sum(pair) >= 10]
    rest = [pair for pair in pairs if sum(pair) < 10]
    if rest:
        classes.append((sum(one for one, _ in rest), sum(two for _, two in rest)))
    total = sum(map(sum, classes))
    sizes = sum(one for one, _ in classes), sum(two for _, two in classes)
    statistic = sum(
        (count - sum(pair) * size / total) ** 2 / (sum(pair) * size / total)
        for pair in classes if sum(pair)
        for count, size in zip(pair, sizes, strict=True)
    )
    bound = critical(len(classes) - 1)
    assert statistic < bound, f"chi-square {statistic:.1f}: expected below {bound:.1f} with {len(classes)} classes"
