"""A disarming attack: which thing it goes for, and where that flies."""

from __future__ import annotations

from msgspec.structs import replace

from engine.grid.cells import Cell
from engine.model.battle import Thing
from engine.model.events import Laid, Said
from engine.model.phrase import ActorId, ActorRef, CellRef, phrase
from engine.model.requests import AskCells, AskChoice, Pick
from engine.model.terrain import Ground
from engine.rulesets.openquest.options import metres
from engine.rulesets.openquest.reactions import Blow, Hit
from engine.rulesets.openquest.rolls import total_of
from engine.rulesets.openquest.sheet import OqThing, OqWeapon, sheet, write
from engine.tactics.draft import Draft, Procedure, ask


def things(draft: Draft, target: ActorId) -> tuple[OqWeapon, ...]:
    """What can be struck out of the target's hands."""
    return tuple(item for item in sheet(draft[target]).weapons if item.crafted)


def aimed_at(draft: Draft, attacker: ActorId, target: ActorId) -> Procedure[str]:
    """The key of the weapon or shield aimed at; asked where there are several."""
    # Rule: OQ-CCATK-06
    found = things(draft, target)
    if len(found) < 2:
        return found[0].key if found else ""
    title = phrase("oq.ask.aim_at", "OQ-CCATK-06", attacker=ActorRef(attacker), target=ActorRef(target))
    picks = tuple(Pick(item.key, phrase("text.plain", "", text=item.name)) for item in found)
    request = AskChoice(title=title, side=draft[attacker].side, actor=attacker, about=target, picks=picks)
    return (yield from ask(request)).pick


def disarm(draft: Draft, blow: Blow, hit: Hit, key: str) -> Procedure[None]:
    """Unless it was dodged or parried, the thing flies 1D6 metres; the GM says where to."""
    # Rule: OQ-CCATK-07
    item = next((one for one in things(draft, blow.target) if one.key == key), None)
    if hit.answered or item is None:
        return
    title = phrase("oq.ask.flies", "OQ-CCATK-07", means=item.name)
    length = yield from total_of(draft, blow.attacker, title, (6,), "OQ-CCATK-07", blow.target)
    if blow.target not in draft:
        return
    cell = yield from _lands(draft, blow.target, item, length)
    if cell is None or blow.target not in draft:
        return
    let_fall(draft, blow.target, item, cell)
    said = phrase(
        "oq.disarmed", "OQ-CCATK-07", who=ActorRef(blow.target), means=item.name, metres=length,
        cell=CellRef(*cell),
    )  # fmt: skip
    draft.emit(Said(said, about=blow.target, rule="OQ-CCATK-07"))


def _lands(draft: Draft, owner: ActorId, item: OqWeapon, length: int) -> Procedure[Cell | None]:
    here = draft[owner].cell
    if here is None:
        return None
    squares = ring(draft, here, (2 * length // metres(draft.battle) + 1) // 2)
    if not squares:
        return here
    title = phrase("oq.ask.where", "OQ-CCATK-07", means=item.name, metres=length)
    answer = yield from ask(AskCells(title=title, actor=owner, allowed=squares, most=1))
    return answer.cells[0]


def ring(draft: Draft, here: Cell, radius: int) -> tuple[Cell, ...]:
    """The open squares of the map at that distance, in reading order."""
    terrain = draft.battle.terrain
    return tuple(
        (x, y)
        for y in range(here[1] - radius, here[1] + radius + 1)
        for x in range(here[0] - radius, here[0] + radius + 1)
        if max(abs(x - here[0]), abs(y - here[1])) == radius and terrain.at((x, y)) is not Ground.SOLID
    )


def let_fall(draft: Draft, owner: ActorId, item: OqWeapon, cell: Cell) -> None:
    """One such thing is no longer in hand and lies on the square."""
    page = sheet(draft[owner])
    left = tuple(one for one in page.weapons if one.key != item.key)
    if item.count > 1:
        fewer = replace(item, count=item.count - 1)
        left = tuple(fewer if one.key == item.key else one for one in page.weapons)
    write(draft, owner, weapons=left, set_weapon=False)
    lain = replace(item, count=1)
    draft.emit(Laid(Thing(f"t{draft.next_number()}", item.name, cell, OqThing(lain))))
