PROMISES: dict[tuple[int, int], tuple[int, ...]]
