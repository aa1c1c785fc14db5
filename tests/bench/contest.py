"""Speed as a ratio: two contenders take turns in one process, and their medians are compared.

Time is that of the processor, not of the clock on the wall: on a busy machine a call of some milliseconds is
interrupted more often than one that is over at once, and their ratio would tell of the neighbours.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Work = Callable[[], object]


@dataclass(frozen=True)
class Result:
    """Medians in seconds of our work and of the peer's, and the target that their ratio has to meet."""

    name: str
    ours: float
    peer: float
    times_faster: float | None = None  # ours must be at least so many times faster than the peer
    times_cost: float | None = None  # ours may cost at most so many times the peer

    @property
    def ratio(self) -> float:
        """How many times faster we are, or how many times the peer's cost we take."""
        return self.peer / self.ours if self.times_faster is not None else self.ours / self.peer

    @property
    def is_met(self) -> bool:
        if self.times_faster is not None:
            return self.ratio >= self.times_faster
        return self.times_cost is None or self.ratio <= self.times_cost

    @property
    def target(self) -> str:
        if self.times_faster is not None:
            return f"at least {self.times_faster:g}x faster"
        return f"at most {self.times_cost:g}x"


def faster(name: str, ours: Work, peer: Work, *, times: float, seconds: float = 1.0) -> Result:
    """Measure whether our work is at least so many times faster than the peer's."""
    return Result(name, *_medians(ours, peer, seconds), times_faster=times)


def cost(name: str, ours: Work, peer: Work, *, times: float, seconds: float = 1.0) -> Result:
    """Measure whether our work costs at most so many times the peer's."""
    return Result(name, *_medians(ours, peer, seconds), times_cost=times)


def _medians(ours: Work, peer: Work, seconds: float) -> tuple[float, float]:
    """Return the median time of one call of each; they take turns for about so many seconds."""
    ours(), peer()  # the first call fills caches
    repeats = [_repeats(ours), _repeats(peer)]
    times: tuple[list[float], list[float]] = ([], [])
    end = time.perf_counter() + seconds
    collecting = gc.isenabled()
    gc.disable()
    try:
        while time.perf_counter() < end or len(times[0]) < 7:
            for work, count, kept in zip((ours, peer), repeats, times, strict=True):
                kept.append(_time(work, count))
    finally:
        if collecting:
            gc.enable()
    return median(times[0]), median(times[1])


def _repeats(work: Work) -> int:
    """Return how many calls make a turn long enough (about 2 ms) to be timed well."""
    count = 1
    while count < 4096 and _time(work, count) * count < 0.002:
        count *= 2
    return count


def _time(work: Work, count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        work()
    return (time.process_time() - start) / count
