"""Which root moves a search over worlds gives up, and when it takes them up again."""

from __future__ import annotations

from dohyo import engine, search
from dohyo.search.core.budget import Meter
from dohyo.search.pimc import search as worlds
from dohyo.search.pimc.pimc import Pimc

#: One step wins in all worlds, and every other move loses.
WON = (
    "rush-cards board=.,.,.,.,./.,.,.,.,^5T/.,^73,v9,.,./.,.,.,.,./.,.,v9,.,./.,.,.,.,. hand1=- hand2=?? chamber1=- "
    "chamber2=- deck1=- deck2=?x1 gone1=AAAA22223334444555666677788889999TTTJJJJQQQQKKKK "
    "gone2=AAAA2222333344455556667777888899TTTJJJJQQQQKKKK turn=1 phase=play ply=996 quiet=0 seat=1"
)
#: Each move wins in some worlds and loses in others.
OPEN = (
    "fifteen-rush piles=?9,6,??9,A,A,-,- stock=?x2 waste=- gone=222233344445555667777888899TTTTJJJJQQQKKKK passes=0"
)
REDRAWS = 4


def begun(view: engine.View) -> Pimc:
    """A search of a view, before its first iteration."""
    meter = Meter()
    core = Pimc(meter)
    core.resize(1, 1)
    meter.begin_search(None, None)
    worlds.begin(core, view, tuple(view.buffer.moves(view.seat - 1)), 1, worlds.tuned_settings(view), shift=5)
    return core


def iterate(core: Pimc, depth: int, count: int) -> list[worlds.Found]:
    """Search so deep in so many worlds; the moves, best first."""
    core.plan_iteration(depth, count, REDRAWS)
    core.work(0)
    assert core.finish()
    return worlds.found_moves(core)


def parse_view(text: str) -> engine.View:
    view = engine.parse(text)
    assert isinstance(view, engine.View)
    return view


def test_a_few_worlds_that_agree_are_no_proof() -> None:
    view = parse_view(WON)
    core, moves = begun(view), len(view.moves())
    first, second = iterate(core, 4, 4)[:2]
    # As far apart as can be, and without any error in the sample.
    assert (first.mean, second.mean) == (1, 0)
    assert first.error == second.error == 0
    assert core.drop(2.5) == moves
    iterate(core, 4, 64)
    assert core.drop(2.5) == 1


def test_moves_of_equal_value_are_never_apart() -> None:
    view = parse_view(WON)
    losing = view.buffer.moves(view.seat - 1)
    core = begun(view)
    best = iterate(core, 4, 4)[0].move
    worlds.begin(
        core, view, tuple(move for move in losing if move != best), 1, worlds.tuned_settings(view), shift=5
    )
    assert {each.mean for each in iterate(core, 4, 256)} == {0}
    assert core.drop(0.1) == len(losing) - 1


def test_what_is_given_up_keeps_its_worlds_and_stands_behind() -> None:
    core = begun(parse_view(WON))
    iterate(core, 4, 64)
    assert core.drop(2.5) == 1
    found = iterate(core, 4, 128)
    assert [each.worlds for each in found] == [128] + [64] * (len(found) - 1)
    core.bring_back()
    assert {each.worlds for each in iterate(core, 4, 128)} == {128}
    core.drop(2.5)
    found = iterate(core, 5, 64)
    assert [each.depth for each in found] == [5] + [4] * (len(found) - 1)
    core.bring_back()
    assert {each.depth for each in iterate(core, 6, 64)} == {6}


def test_without_errors_nothing_is_given_up() -> None:
    view = parse_view(OPEN)
    core = begun(view)
    iterate(core, 1, 256)
    assert core.drop(0) == len(view.moves())


def test_a_move_without_a_rival_is_compared_again() -> None:
    """Unless only a clock ends the search: then the time is for later moves."""
    searcher = search.make("alphabeta", Seed=1)
    searcher.set_position(parse_view(WON))
    compared = searcher.search(search.Limits(nodes=50_000, top=99))
    assert {each.depth for each in compared.ranked} == {compared.depth}
    saved = searcher.search(search.Limits(clocks=(search.Clock(remaining=600_000),) * 2, top=99))
    assert saved.move == compared.move
    assert saved.nodes < compared.nodes


#: Few worlds: as many as there is room for are soon looked at one ply deep, and then both moves seem to lose.
SMALL = (
    "club-fight-coop jokers=1 grid=..Ad/6hTd./... deck=?x2 hand1=A3 hand2=K display=- clubs1=- clubs2=- "
    "spent=2456789TJQ cleared=AsAh2d2s2h3s3h4d4s4h5s5h6d6s7d7s7h8d8s8h9d9s9hTsThJdJsJhQdQsQhKdKsKh* turn=1 phase=give "
    "seat=1"
)


def test_nodes_are_used_where_they_may_help() -> None:
    searcher = search.make("alphabeta", Seed=1)
    searcher.set_position(parse_view(SMALL))
    result = searcher.search(search.Limits(nodes=20_000))
    assert result.nodes == 20_000
    assert result.depth > 1
    assert result.move == "give:3"
