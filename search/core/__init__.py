"""What all searchers share: limits, parameters, time, the node budget, the transposition table.

Imports `dohyo.cext` and `dohyo.engine` and no other room of search. Start with `api` (what a searcher is), then
`params`.
"""
