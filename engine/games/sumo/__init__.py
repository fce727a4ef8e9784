"""Sumo as text. Start with `game` (the entry of the registry), then `text`, `moves`, `follow` (a real table) and
`reasons`.
"""
