WORTHS: tuple[int, ...]
