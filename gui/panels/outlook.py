"""What an asked roll decides, in a few lines: which faces do what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.model.phrase import Phrase
from engine.model.requests import AskRoll, Grade
from gui.bridge.chances import chance_of, law_of, least_and_most, mean_of
from gui.bridge.describe import percent

ROUNDING = 1e-9
"""By how much a sum of chances may fall short of certainty."""


class OutlookLine(Struct, frozen=True):
    """Faces or a key on the left, what comes of it on the right."""

    head: str
    text: str


def outlook(roll: AskRoll, say: Callable[[Phrase], str]) -> tuple[OutlookLine, ...]:
    """The lines for one roll, worst for the roller first; without a number to reach, the range and mean.

    A roll with grades has a line for each; `say` makes their sentences.
    """
    if roll.grades:
        return tuple(_graded(roll, say))
    least, most = least_and_most(roll)
    needed = roll.needed
    if needed is None:
        bonus = roll.tally.total
        text = f"{mean_of(roll) + bonus:.1f} on average"
        return (OutlookLine(f"{least + bonus} to {most + bonus}", text),)
    strikes = roll.check_id and not roll.defence
    bad, good = ("Misses.", "Hits.") if strikes else ("Fails.", "Succeeds.")
    chance = chance_of(roll) or 0.0
    lines = []
    if roll.at_or_under:
        below, above = (least, min(needed, most)), (max(needed + 1, least), most)
        lines = [_line(below, good, chance), _line(above, bad, 1 - chance)]
    else:
        below, above = (least, min(needed - 1, most)), (max(needed, least), most)
        lines = [_line(below, bad, 1 - chance), _line(above, good, chance)]
    return tuple(line for line in lines if line is not None)


def graded_lines(roll: AskRoll, say: Callable[[Phrase], str]) -> tuple[str, ...]:
    """The numbers to reach, to stand beside the dice: "4 to 5: half damage, 44 %". The worst is left out."""
    return tuple(
        f"{line.head}: {line.text}"
        for grade, faces, chance in _grades(roll)
        if grade.short is not None
        and grade.least > roll.grades[0].least
        and (line := _line(faces, f"{_small(say(grade.short))},", chance)) is not None
    )


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _graded(roll: AskRoll, say: Callable[[Phrase], str]) -> Iterator[OutlookLine]:
    for grade, faces, chance in _grades(roll):
        line = _line(faces, f"{say(grade.words)}.", chance)
        if line is not None:
            yield replace(line, text="\n".join(filter(None, (line.text, sentences(grade.then, say)))))


def sentences(said: Iterable[Phrase], say: Callable[[Phrase], str]) -> str:
    """What follows, one sentence after the other."""
    return " ".join(f"{say(one)}." for one in said)


def _grades(roll: AskRoll) -> Iterator[tuple[Grade, tuple[int, int], float]]:
    """Each grade with the least and most of the dice that mean it, and its chance."""
    least, most = least_and_most(roll)
    law = law_of(roll.dice, roll.keep) or {}
    ends = (*(grade.least - 1 for grade in roll.grades[1:]), most) if roll.grades else ()
    for grade, end in zip(roll.grades, ends, strict=True):
        low, high = max(least, grade.least), min(most, end)
        yield grade, (low, high), sum(share for value, share in law.items() if low <= value <= high)


def _line(faces: tuple[int, int], text: str, chance: float) -> OutlookLine | None:
    """None where no face is left for it."""
    low, high = faces
    if low > high:
        return None
    chance = 1.0 if chance > 1 - ROUNDING else chance
    return OutlookLine(str(low) if low == high else f"{low} to {high}", f"{text} {percent(chance)}")
