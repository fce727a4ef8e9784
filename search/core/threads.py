"""A search by several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from dohyo.search.core.results import REPORT_EVERY


def work_all(work: Callable[[int], None], threads: int, report: Callable[[], None] | None) -> None:
    """Call `work` with the number of each thread, in that thread, until all have ended.

    report: called meanwhile, every REPORT_EVERY seconds. Without it, one thread's work is done by the caller.
    """
    if threads == 1 and report is None:
        work(0)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="search") as pool:
        running = {pool.submit(work, number) for number in range(threads)}
        while running:
            ended, running = wait(running, timeout=REPORT_EVERY)
            for future in ended:
                future.result()
            if running and report is not None:
                report()
