"""What all searchers share: the base class, limits, results, parameters, time, the node budget, and tables.

Imports `dohyo.cext` and `dohyo.engine` and no other room of search. Start with `api` (what a searcher is), `limits` and
`results` (what goes in and comes out), then `params`.
"""
