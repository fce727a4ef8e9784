"""The generator against wyrand and SplitMix64 written in plain Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dohyo.cext.streams import Random, derive
from dohyo.testing.chisquare import assert_fits

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
WORDS = st.integers(0, MASK)


def mix(word: int) -> int:
    """SplitMix64's finaliser (Steele, Lea, Flood 2014; the constants are those of Vigna's splitmix64.c)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return word ^ word >> 31


def wyrand(seed: int, count: int) -> list[int]:
    """The first numbers of a stream (Wang Yi's wyrand, seeded through SplitMix64)."""
    state, numbers = mix(seed + GOLDEN & MASK), []
    for _ in range(count):
        state = state + 0xA0761D6478BD642F & MASK
        product = state * (state ^ 0xE7037ED1A0B428DB)
        numbers.append(product >> 64 ^ product & MASK)
    return numbers


def test_the_plain_finaliser_gives_the_published_numbers() -> None:
    """The outputs of splitmix64.c for the seed 1234567."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [mix(1234567 + step * GOLDEN & MASK) for step in (1, 2, 3, 4)] == published


@given(WORDS)
def test_a_stream_is_wyrand(seed: int) -> None:
    stream = Random(seed)
    assert [stream.bits() for _ in range(20)] == wyrand(seed, 20)


def test_known_numbers() -> None:
    """They must never change: deals and searches of the past depend on them."""
    stream = Random(1)
    assert [stream.bits() for _ in range(3)] == [10988358893986739035, 9408502731514849100, 979865741328357502]


@given(WORDS, st.lists(WORDS, max_size=3))
def test_streams_are_derived_by_the_finaliser(seed: int, streams: list[int]) -> None:
    expected = seed
    for stream in streams:
        expected = mix(mix(expected + GOLDEN & MASK) + stream * GOLDEN & MASK)
    assert derive(seed, *streams) == expected


def test_streams_differ() -> None:
    seeds = {derive(seed, stream) for seed in range(100) for stream in range(100)}
    assert len(seeds) == 100 * 100
    assert len({Random(seed).bits() for seed in seeds}) == 100 * 100


def test_seeds_beyond_64_bits_count_by_their_lowest() -> None:
    assert Random(2**64 + 5).bits() == Random(5).bits()
    assert Random(-1).bits() == Random(MASK).bits()


@given(WORDS, st.integers(1, 2**32 - 1))
def test_below_multiplies_the_low_word(seed: int, n: int) -> None:
    assert Random(seed).below(n) == (wyrand(seed, 1)[0] & 0xFFFFFFFF) * n >> 32


def test_below_is_uniform() -> None:
    stream, counts = Random(2), [0] * 7
    for _ in range(20000):
        counts[stream.below(7)] += 1
    assert_fits(counts, [1 / 7] * 7)


def test_below_refuses_an_empty_range() -> None:
    with pytest.raises(ValueError, match="below"):
        Random(1).below(0)


@given(WORDS)
def test_uniform_takes_the_high_bits(seed: int) -> None:
    number = Random(seed).uniform()
    assert number == (wyrand(seed, 1)[0] >> 11) / 2**53
    assert 0 <= number < 1
