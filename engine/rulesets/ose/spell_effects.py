"""A spell takes effect: what it is aimed at, who is inside, saving throws, the referee's word."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.model.commands import Act
from engine.model.phrase import ActorId, ActorRef, Cell, CellRef, Modifier, Names, Phrase, modifier, phrase
from engine.model.requests import AskCells, AskChoice, AskNumber, AskRolls, AskRuling, Pick
from engine.rulesets.common import tell_roll
from engine.rulesets.ose import bodies, doses, fire, spell_conditions, spell_pools, spell_targets, turned
from engine.rulesets.ose.checks import save_roll
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.ose.spell_facts import Shape, Spell
from engine.rulesets.ose.spell_touch import touches
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

LET_GO, DONE, AIM_AGAIN, RELEASE = "let_go", "done", "again", "release"
MOST_BONUS = 4
"""The largest bonus the referee gives a saving throw for full defence (OSE-DEFENSE-05)."""

Hit = tuple[ActorId, ...]


def spell_of(page: OseSheet, name: str) -> Spell:
    """What the page says of a spell by that name; a bare one if it says nothing."""
    spell = next((spell for spell in page.spells if spell.name == name), Spell(name))
    if spell.on_eyes is None or not (page.turn.on_eyes and page.turn.spell == name):
        return spell
    return replace(
        spell, shape=Shape.ONE, size_ft=0, save="spells", hostile=True, puts=spell.on_eyes, on_eyes=None
    )


def choose_way(draft: Draft, act: Act) -> Procedure[None]:
    """A light is cast around a point, or on the eyes of somebody."""
    spell = under_way(draft, act.actor)
    if spell.on_eyes is None or act.cells:
        return
    if not act.targets:
        answer = yield from ask(
            AskChoice(
                title=phrase("spell.ask_way", "OSE-SPELL-02", who=ActorRef(act.actor), spell=spell.name),
                detail=effect_lines(spell),
                side=draft[act.actor].side,
                actor=act.actor,
                picks=(Pick("around", phrase("spell.way_around")), Pick("eyes", phrase("spell.way_eyes"))),
            )
        )
        if answer.pick == "around":
            return
    bodies.write_turn(draft, act.actor, on_eyes=True)


def under_way(draft: Draft, caster: ActorId) -> Spell:
    """The spell that the caster is about to complete, cast in the way it was chosen."""
    page = sheet(draft[caster])
    return spell_of(page, page.turn.spell)


def choose(draft: Draft, act: Act, spell: Spell) -> Procedure[Hit | None]:
    """Whom the spell takes hold of (rulings A2 #107). None: it is let go after all."""
    if spell.puts is not None and spell.puts.pool is not None:
        return (yield from spell_pools.choose(draft, act, spell, spell.puts.pool))
    match spell.shape:
        case Shape.SELF:
            return (act.actor,)
        case Shape.ONE:
            return (yield from _choose_one(draft, act, spell))
        case Shape.SOME:
            return (yield from _choose_some(draft, act, spell))
        case Shape.BURST | Shape.CONE | Shape.LINE:
            return (yield from _choose_area(draft, act, spell))
        case _:
            return ()


def take_effect(draft: Draft, caster: ActorId, spell: Spell, hit: Hit) -> Procedure[None]:
    """Saving throws where the spell allows them; then its dice and conditions, or what the referee says."""
    if spell.hostile:
        for target in hit:
            turned.break_free(draft, target, "OSE-TURN-06")
            give_away(draft, caster, target)
    if spell.touch:
        landed = []
        for target in hit:
            if (yield from touches(draft, caster, spell, target)):
                landed.append(target)
        if hit and not landed:
            return
        hit = tuple(landed)
    saved = (yield from _saves(draft, caster, hit, spell)) if spell.save and spell.hostile else ()
    if not (yield from _applied(draft, caster, spell, hit, saved)):
        yield from _rule_on_it(draft, caster, spell, hit, saved)
    yield from fire.catch_fire(draft, caster, spell, hit)
    if spell.concentration and caster in draft:
        bodies.write_page(draft, caster, concentrating=spell.name)
        bodies.tell(draft, caster, "spell.keeps_up", cited(draft.battle, "OSE-CAST-04"), spell=spell.name)


def _applied(draft: Draft, caster: ActorId, spell: Spell, hit: Hit, saved: Hit) -> Procedure[bool]:
    """What its data says of it. False: that is nothing, or the referee wants to say it himself."""
    if spell.dose is not None and not (yield from doses.administer(draft, caster, spell, hit, saved)):
        return False
    if spell.puts is not None and not (yield from spell_conditions.put_on(draft, caster, spell, hit, saved)):
        return False
    return spell.dose is not None or spell.puts is not None


def _rule_on_it(draft: Draft, caster: ActorId, spell: Spell, hit: Hit, saved: Hit) -> Procedure[None]:
    """What the spell does is the table's to say, in words and edits."""
    yield from ask(
        AskRuling(
            title=phrase("spell.effect", doses.EFFECT_RULE, who=ActorRef(caster), spell=spell.name),
            detail=_what_it_does(spell, hit, saved),
            side=draft[caster].side,
            actor=caster,
            about=hit[0] if len(hit) == 1 else "",
        )
    )


def _what_it_does(spell: Spell, hit: Hit, saved: Hit) -> tuple[Phrase, ...]:
    if hit or spell.shape in spell_targets.AREAS:
        return *effect_lines(spell), _on_whom(hit, saved)
    return *effect_lines(spell), phrase("spell.effect_detail", "OSE-SPELL-06")


def _on_whom(hit: Hit, saved: Hit) -> Phrase:
    if not hit:
        return phrase("spell.on_nobody")
    if saved and len(saved) < len(hit):
        failed = tuple(target for target in hit if target not in saved)
        return phrase("spell.on_some", "OSE-SPELL-06", failed=Names(failed), saved=Names(saved))
    key = "spell.all_saved" if saved else "spell.on"
    return phrase(key, "OSE-SPELL-06", names=Names(hit))


def effect_lines(spell: Spell) -> tuple[Phrase, ...]:
    """What is written of its effect and duration, in a line; none where nothing is."""
    if not spell.effect and not spell.duration:
        return ()
    if not spell.duration:
        return (phrase("spell.does_what", "OSE-SPELL-06", effect=spell.effect),)
    if not spell.effect:
        return (phrase("spell.lasts", "OSE-SPELL-06", duration=spell.duration),)
    return (phrase("spell.does", "OSE-SPELL-06", effect=spell.effect, duration=spell.duration),)


# --- aiming -------------------------------------------------------------------------------------------


def _choose_one(draft: Draft, act: Act, spell: Spell) -> Procedure[Hit | None]:
    if act.targets:
        return act.targets[:1]
    open_to = spell_targets.candidates(draft.board, draft[act.actor], spell)
    pick = yield from _ask_target(draft, act.actor, spell, open_to, "spell.ask_target", (LET_GO,))
    return None if pick == LET_GO else (pick,)


def _choose_some(draft: Draft, act: Act, spell: Spell) -> Procedure[Hit | None]:
    """One after the other, until the caster has named all he wants, or a target for each dart."""
    darts = doses.darts(sheet(draft[act.actor]), spell)
    if act.targets:
        return _shared_out(act.targets, darts) if darts else act.targets
    chosen: tuple[ActorId, ...] = ()
    while True:
        open_to = spell_targets.candidates(draft.board, draft[act.actor], spell)
        left = [one for one in open_to if darts or one not in chosen]
        if chosen and (not left or len(chosen) == darts):
            return chosen
        ends = (DONE,) if chosen else (LET_GO,)
        pick = yield from _ask_target(draft, act.actor, spell, left, "spell.ask_targets", ends, chosen)
        if pick in ends:
            return (_shared_out(chosen, darts) if darts else chosen) or None
        chosen = (*chosen, pick)


def _shared_out(targets: Hit, darts: int) -> Hit:
    """A target for each dart: those named in turn, until none is left."""
    return tuple(targets[number % len(targets)] for number in range(darts)) if targets else ()


def _ask_target(
    draft: Draft,
    caster: ActorId,
    spell: Spell,
    open_to: Sequence[ActorId],
    title: str,
    ends: tuple[str, ...],
    chosen: tuple[ActorId, ...] = (),
) -> Procedure[str]:
    so_far = (phrase("spell.so_far", "", names=Names(chosen)),) if chosen else ()
    answer = yield from ask(
        AskChoice(
            title=phrase(title, "OSE-SPELL-02", who=ActorRef(caster), spell=spell.name),
            detail=(*effect_lines(spell), *so_far),
            side=draft[caster].side,
            actor=caster,
            picks=(
                *(Pick(one, phrase("melee.pick", "", who=ActorRef(one))) for one in open_to),
                *(Pick(end, phrase(f"spell.pick_{end}", "OSE-SPELL-13")) for end in ends),
            ),
        )
    )
    return answer.pick


def _choose_area(draft: Draft, act: Act, spell: Spell) -> Procedure[Hit | None]:
    """Aim, see who is inside, and only then release it."""
    aim = act.cells[0] if act.cells else None
    while True:
        if aim is None:
            allowed = spell_targets.aims(draft.board, draft[act.actor], spell)
            if not allowed:
                bodies.tell(draft, act.actor, "spell.no_aim", "OSE-SPELL-06")
                return None
            aim = yield from _ask_aim(draft, act.actor, spell, allowed)
        pick = yield from _confirm(draft, act.actor, spell, aim)
        if pick == RELEASE:
            return _inside(draft, act.actor, spell, aim)
        if pick == LET_GO:
            return None
        aim = None


def aim_details(spell: Spell, rule: str = "OSE-SPELL-06") -> tuple[Phrase, ...]:
    """What the size of an area measures; of a burst also how far off its centre may be."""
    ranged = spell.shape is Shape.BURST and spell.range_ft > 0
    key = "spell.size_ranged" if ranged else f"spell.size_{spell.shape}"
    return (phrase(key, rule, feet=spell.size_ft, range=spell.range_ft),)


def _inside(draft: Draft, caster: ActorId, spell: Spell, aim: Cell) -> Hit:
    return spell_targets.inside(draft.board, spell_targets.area(draft.board, draft[caster], spell, aim))


def _ask_aim(draft: Draft, caster: ActorId, spell: Spell, allowed: tuple[Cell, ...]) -> Procedure[Cell]:
    answer = yield from ask(
        AskCells(
            title=phrase(f"spell.aim_{spell.shape}", "OSE-SPELL-02", who=ActorRef(caster), spell=spell.name),
            detail=aim_details(spell),
            side=draft[caster].side,
            actor=caster,
            allowed=allowed,
            most=1,
            area=spell_targets.shape_of(draft[caster], spell),
        )
    )
    return answer.cells[0]


def _confirm(draft: Draft, caster: ActorId, spell: Spell, aim: Cell) -> Procedure[str]:
    names = _inside(draft, caster, spell, aim)
    squares = spell_targets.area(draft.board, draft[caster], spell, aim)
    caught = phrase("spell.caught", "", names=Names(names)) if names else phrase("spell.caught_nobody")
    answer = yield from ask(
        AskChoice(
            title=phrase("spell.confirm", "OSE-SPELL-13", spell=spell.name, cell=CellRef(*aim)),
            detail=(caught,),
            side=draft[caster].side,
            actor=caster,
            picks=tuple(
                Pick(pick, phrase(f"spell.pick_{pick}", "OSE-SPELL-13"))
                for pick in (RELEASE, AIM_AGAIN, LET_GO)
            ),
            cells=tuple(sorted(squares)),
        )
    )
    return answer.pick


# --- saving throws --------------------------------------------------------------------------------------


def _saves_asked(caster: ActorId, spell: str, count: int) -> Phrase:
    who = ActorRef(caster)
    if count == 1:
        return phrase("spell.ask_save", "OSE-SPELL-06", who=who, spell=spell)
    return phrase("spell.ask_saves", "OSE-SPELL-06", who=who, spell=spell, count=count)


def _saves(draft: Draft, caster: ActorId, hit: Hit, spell: Spell) -> Procedure[Hit]:
    """Those who made their save. Whoever is helpless has no chance to (rulings A1.7)."""
    rolling = [one for one in hit if one in draft and not bodies.helpless(draft[one])]
    parts: dict[ActorId, tuple[Modifier, ...]] = {}
    for one in rolling:
        bonus = (yield from _defence_bonus(draft, one)) if bodies.defending(draft[one]) else ()
        parts[one] = (*bonus, *_against_one_alone(spell, hit))
    rolls = tuple(save_roll(draft.battle, one, spell.save, "OSE-SPELL-06", parts[one]) for one in rolling)
    if not rolls:
        return ()
    answer = yield from ask(
        AskRolls(
            title=_saves_asked(caster, spell.name, len(rolls)),
            actor=caster,
            rolls=rolls,
            decides=_at_stake(spell),
        )
    )
    saved = []
    for one, request, faces in zip(rolling, rolls, answer.rolls, strict=True):
        tell_roll(draft, request, faces, "OSE-SPELL-06")
        if request.succeeds(faces):
            saved.append(one)
    return tuple(saved)


def _at_stake(spell: Spell) -> tuple[Phrase, ...]:
    """What the saves decide: nothing, half, or all of it."""
    dose = spell.dose
    saved = "upshot.saved_half" if dose is not None and dose.half else "upshot.saved"
    return phrase(saved, "OSE-SPELL-06"), phrase("upshot.not_saved", "OSE-SPELL-06", spell=spell.name)


def _against_one_alone(spell: Spell, hit: Hit) -> tuple[Modifier, ...]:
    """What a spell that holds one or a group takes from the save of a single target."""
    pool = spell.puts.pool if spell.puts is not None else None
    if pool is None or not pool.alone_save or len(hit) != 1:
        return ()
    return (modifier(pool.alone_save, "save.alone", "OSE-SPELL-06"),)


def _defence_bonus(draft: Draft, actor_id: ActorId) -> Procedure[tuple[Modifier, ...]]:
    """What full defence adds to the save, where it makes sense; nothing unless the referee says so."""
    answer = yield from ask(
        AskNumber(
            title=phrase("save.ask_bonus", "OSE-DEFENSE-05", who=ActorRef(actor_id)),
            detail=(phrase("save.bonus_detail", "OSE-DEFENSE-05"),),
            actor=actor_id,
            low=0,
            high=MOST_BONUS,
            default=0,
        )
    )
    return (modifier(answer.value, "save.defending", "OSE-DEFENSE-05"),) if answer.value else ()
