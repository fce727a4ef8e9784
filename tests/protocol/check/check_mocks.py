"""What `dohyo check-engine` says of engines that are wrong in one way each: `make check-mocks`, or with names of faults
only those. Of each engine the steps that fail with what was seen; the exit code is 1 if others fail than should."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from test_check import FAULTS, WRONG_SERVERS, check_fault, names

from dohyo.protocol.check import Outcome


def main(wanted: list[str]) -> int:
    known = FAULTS | WRONG_SERVERS
    faults = wanted or list(known)
    if unknown := [fault for fault in faults if fault not in known]:
        print(f"there is no fault {', '.join(unknown)}; the faults are {', '.join(known)}", file=sys.stderr)
        return 2
    surprises = []
    with ThreadPoolExecutor(12) as pool:
        for fault, found in zip(faults, pool.map(check_fault, faults), strict=True):
            failed = [verdict for verdict in found if verdict.outcome is Outcome.FAIL]
            as_expected = {verdict.name for verdict in failed} == set(names(known[fault][0]))
            passed = sum(verdict.outcome is Outcome.PASS for verdict in found)
            print(f"{fault}: {len(failed)} fail, {passed} pass" + ("" if as_expected else "; NOT AS EXPECTED"))
            for verdict in failed:
                print(f"  {verdict.number:2} fail {verdict.name}: {verdict.seen}", flush=True)
            surprises += [] if as_expected else [fault]
    print(f"{len(faults)} engines, {len(surprises)} not as expected {' '.join(surprises)}".rstrip())
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
