COMBOS: tuple[tuple[int, int, int], ...]
