"""What the prompt strip says and offers, as plain values made from a question or a plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.model.battle import Battle, Control
from engine.model.commands import Advance, Command
from engine.model.offers import Refusal
from engine.model.phrase import Phrase
from engine.model.requests import (
    Answer,
    AskCells,
    AskChoice,
    AskNumber,
    AskReaction,
    AskRoll,
    AskRolls,
    AskRuling,
    Batch,
    Faces,
    Number,
    Pick,
    Picked,
    Request,
    Ruling,
    bad_faces,
)
from gui.bridge.chances import chance_of, least_and_most, split_total
from gui.bridge.describe import PlanPrompt, percent
from gui.bridge.keymap import Keymap
from gui.panels.outlook import graded_lines

Say = Callable[[Phrase], str]


PICK_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of the picks in the order offered: each is one press, however many there are."""

LONG = 60
"""A sentence longer than this is no headline."""

SHORT = 6
"""Letters of a note that stands on its button: "-25%", "3 left"."""


class StripButton(Struct, frozen=True):
    """A button: its words, the key on it, what it does. `answer` is given to the question when pressed."""

    label: str
    key: str
    action: str = ""
    answer: Answer | None = None
    primary: bool = False
    note: str = ""


class RollField(Struct, frozen=True):
    """A field for typed dice with its lines beside it: "d20", "14 or more hits", "35 %"."""

    dice: tuple[int, ...]
    name: str
    lines: tuple[str, ...]
    alike_sum: bool
    """Several alike dice that are only ever added up: their total may be typed."""


class StripContent(Struct, frozen=True):
    """Everything on the strip at one moment."""

    title: str
    kicker: str = ""
    detail: str = ""
    attack: bool = False
    """An enemy's attack is pending: the border is pink."""
    fields: tuple[RollField, ...] = ()
    text_hint: str | None = None
    """A line of text is wanted (a ruling, a number)."""
    buttons: tuple[StripButton, ...] = ()
    request: Request[Any] | None = None
    problem: str = ""
    along: str = ""
    """How to come to the buttons that stand behind "More"."""


def content_of_plan(prompt: PlanPrompt, keymap: Keymap) -> StripContent:
    """The question about a drawn path or a chosen target."""
    buttons = [StripButton("Cancel", keymap.shown("cancel"), "cancel")]
    if prompt.safer:
        buttons.append(StripButton(prompt.safer, keymap.shown("safer"), "safer"))
    if prompt.problem:
        buttons.append(StripButton("Overrule", keymap.shown("overrule"), "overrule"))
    else:
        buttons.append(StripButton(prompt.accept, keymap.shown("accept"), "accept", primary=True))
    return StripContent(
        prompt.title, detail=prompt.problem or prompt.detail, buttons=tuple(buttons), problem=prompt.problem
    )


def content_of_dice(keymap: Keymap) -> StripContent:
    """Which dice are to be rolled before the players' eyes."""
    buttons = (
        StripButton("Cancel", keymap.shown("cancel"), "cancel"),
        StripButton("Roll", keymap.shown("accept"), "accept", primary=True),
    )
    return StripContent(
        "Which dice?",
        kicker="Open roll",
        detail="The players see it, and nothing changes by it.",
        text_hint="2d6+1, d20, d%",
        buttons=buttons,
    )


def content_of_refusal(
    command: Command, refusals: Sequence[Refusal], following: Phrase | None, say: Say, keymap: Keymap
) -> StripContent:
    """Why something was not done, and how the GM can insist. For the next step Enter is enough."""
    reasons = [say(refusal.reason) for refusal in refusals]
    cancel = StripButton("Cancel", keymap.shown("cancel"), "cancel")
    if isinstance(command, Advance):
        onward = say(following) if following is not None else "Go on"
        go = StripButton(onward, keymap.shown("accept"), "accept", primary=True)
        if len(reasons) > 1 or len(reasons[0]) > LONG:
            detail = " ".join(f"{reason}." for reason in reasons)
            return StripContent("Go on all the same?", detail=detail, buttons=(cancel, go))
        return StripContent(f"{reasons[0]}. Go on?", buttons=(cancel, go))
    insist = StripButton("Overrule", keymap.shown("overrule"), "overrule")
    return StripContent(
        "Against the rules",
        detail=". ".join(reasons) + ".",
        buttons=(cancel, insist),
        problem=". ".join(reasons),
    )


def content_of_request(
    request: Request[Any],
    say: Say,
    keymap: Keymap,
    attack: bool,
    pointed: str = "",
    give_up: bool = False,
) -> StripContent:
    """The open question of the engine; `pointed` is the pick that Enter would take, if not the first.

    With `give_up` a button offers to give the command up; a roll has keys enough for that.
    """
    content = _content_of_request(request, say, keymap, attack, pointed)
    if not give_up or isinstance(request, AskRoll | AskRolls):
        return content
    cancel = StripButton("Cancel", keymap.shown("cancel"), "cancel")
    return replace(content, buttons=(cancel, *content.buttons))


def _content_of_request(
    request: Request[Any], say: Say, keymap: Keymap, attack: bool, pointed: str
) -> StripContent:
    base = StripContent(
        title=say(request.title),
        kicker=say(request.kicker) if request.kicker else "",
        detail="\n".join(_capital(say(line)) for line in request.detail),
        attack=attack,
        request=request,
    )
    match request:
        case AskRoll():
            return _with(base, (roll_field(request, say),), _roll_buttons(request, say, keymap))
        case AskRolls(rolls=rolls):
            fields = tuple(roll_field(roll, say, named=True) for roll in rolls)
            return _with(base, fields, _batch_buttons(keymap))
        case AskChoice(picks=picks):
            many = replace(base, along=_how_to_go_along(len(picks), keymap))
            return _with(many, (), _pick_buttons(picks, pointed or request.default, say))
        case AskNumber(low=low, high=high, default=default):
            buttons = (StripButton("Take it", keymap.shown("accept"), "accept", primary=True),)
            return _with(base, (), buttons, hint=f"{low} to {high}, Enter for {default}")
        case AskRuling(wanted=wanted):
            buttons = (StripButton("Enter the ruling", keymap.shown("accept"), "accept", primary=True),)
            hint = say(wanted) if wanted is not None else "What happens, in a line"
            return _with(base, (), buttons, hint=hint)
        case AskCells():
            words = "Take this square" if request.most == 1 else "Take the marked squares"
            buttons = (StripButton(words, keymap.shown("accept"), "accept", primary=True),)
            how = _how_to_mark(request, keymap)
            return _with(replace(base, detail="\n".join(filter(None, (base.detail, how)))), (), buttons)
        case _:
            return base


def while_rolling(content: StripContent, keymap: Keymap) -> StripContent:
    """The same question while the program is about to roll: no field that looks as if it wanted dice."""
    rolls = (line for field in content.fields for line in (field.name, *field.lines) if line)
    hold = StripButton("Hold", keymap.shown("cancel"), "cancel", note="Keeps the program from rolling this")
    words = filter(None, (content.detail, " · ".join(rolls)))
    return replace(
        content, kicker="Rolling...", detail="\n".join(words), fields=(), text_hint=None, buttons=(hold,)
    )


def is_enemy_attack(request: Request[Any], battle: Battle) -> bool:
    """Whether the question is about a blow by somebody else against one of the players' people."""
    if not isinstance(request, AskRoll | AskChoice) or {request.actor, request.about} - battle.actors.keys():
        return False
    attacker, target = battle.control_of(request.actor), battle.control_of(request.about)
    if isinstance(request, AskReaction):  # whoever was hit is asked
        attacker, target = target, attacker
    return attacker is not Control.PLAYERS and target is Control.PLAYERS


def roll_field(roll: AskRoll, say: Say, named: bool = False) -> RollField:
    """The field of one roll and the lines beside it."""
    bonus = 0 if roll.at_or_under else roll.tally.total
    lines = [dice_words(roll.dice, roll.keep, bonus)]
    face, chance = roll.needed, chance_of(roll)
    if bonus and face is None:
        lines.append(_what_to_type(len(roll.dice), bonus))
    if face is not None:
        lines.append(needed_words(roll, face))
    if chance is not None:
        lines.append(percent(chance))
    lines.extend(graded_lines(roll, say))
    alike = len(roll.dice) > 1 and len(set(roll.dice)) == 1 and roll.keep == "sum"
    return RollField(roll.dice, say(roll.title) if named else "", tuple(lines), alike)


def dice_words(dice: tuple[int, ...], keep: str, bonus: int) -> str:
    """Dice as the table says them: "d20 +2", "2d6", "d20 d20, the lower", "4d6, the highest"."""
    alike = len(set(dice)) == 1
    if alike and (keep == "sum" or len(dice) > 2):
        words = f"{len(dice) if len(dice) > 1 else ''}d{dice[0]}"
    else:
        words = " ".join(f"d{sides}" for sides in dice)
    if keep != "sum" and len(dice) > 1:
        of_two = "higher" if keep == "high" else "lower"
        words += f", the {of_two if len(dice) == 2 else of_two.removesuffix('er') + 'est'}"
    return f"{words} {bonus:+d}" if bonus else words


def _what_to_type(dice: int, bonus: int) -> str:
    """Whether the dice or the total is wanted, where no number to reach tells: the program adds."""
    what = "the die" if dice == 1 else "the dice"
    return f"type {what} alone: {bonus:+d} is added"


def needed_words(roll: AskRoll, face: int) -> str:
    """What the dice must show: "14 or more". Of a roll that belongs to an attack: "14 or more hits"."""
    least, most = least_and_most(roll)
    hits = " hits" if roll.check_id and not roll.defence else ""
    if roll.at_or_under:
        return f"{face} or less{hits}" if least <= face < most else _sure(face >= most, hits)
    return f"{face} or more{hits}" if least < face <= most else _sure(face <= least, hits)


def _sure(certain: bool, hits: str) -> str:
    return f"any roll{hits or ' will do'}" if certain else f"no roll{hits or ' is enough'}"


def reading(roll: AskRoll, faces: Faces) -> str:
    """How typed dice are read, where that is more than one number: "keeps 8", "6 + 1 = 7". Else empty."""
    if bad_faces(roll.dice, faces.faces) is not None:
        return ""
    bonus = 0 if roll.at_or_under else roll.tally.total
    kept, several = roll.total(faces) - bonus, len(faces.faces) > 1
    words = f"keeps {kept}" if several and roll.keep != "sum" else ""
    if bonus:
        total = f"{kept} {'+' if bonus > 0 else '-'} {abs(bonus)} = {kept + bonus}"
        return f"{words}, {total}" if words else total
    return words or (f"= {kept}" if several else "")


def problem_of(field: RollField, text: str) -> str:
    """What is wrong with a typed total of several alike dice; empty if nothing, or if the dice say it."""
    numbers = text.replace(",", " ").split()
    if not field.alike_sum or len(numbers) != 1:
        return ""
    count, sides = len(field.dice), field.dice[0]
    if count <= int(numbers[0]) <= count * sides:
        return ""
    return f"{count}d{sides} show {count} to {count * sides}."


def read_faces(field: RollField, text: str) -> Faces | None:
    """Faces from what was typed: one number a die, or the total of alike dice. None if unclear."""
    numbers = text.replace(",", " ").split()
    if not numbers or not all(part.isdigit() for part in numbers):
        return None
    if len(numbers) == 1 and field.alike_sum:
        total = int(numbers[0])
        split = split_total(field.dice, total)
        return Faces(split, as_total=True) if split is not None else Faces((total,))
    return Faces(tuple(_face(part, field.dice[index : index + 1]) for index, part in enumerate(numbers)))


def _face(typed: str, die: tuple[int, ...]) -> int:
    """One die as typed: the 0 of a d10 and the 00 of a d100 are its highest."""
    return die[0] if die in ((10,), (100,)) and int(typed) == 0 else int(typed)


def answer_of(request: Request[Any], fields: tuple[RollField, ...], texts: tuple[str, ...]) -> Answer | None:
    """The answer that typed texts mean; None where a field is empty or unreadable."""
    match request:
        case AskRoll():
            return read_faces(fields[0], texts[0])
        case AskRolls():
            read = [read_faces(field, text) for field, text in zip(fields, texts, strict=True)]
            if any(faces is None for faces in read):
                return None
            return Batch(tuple(faces for faces in read if faces is not None))
        case AskNumber(default=default):
            text = texts[0].strip() or str(default)
            return Number(int(text)) if text.lstrip("+-").isdigit() else None
        case AskRuling():
            return Ruling(texts[0].strip())
        case AskChoice(picks=picks, default=default):
            return Picked(default or picks[0].key)
        case _:
            return None


def _with(
    base: StripContent,
    fields: tuple[RollField, ...],
    buttons: tuple[StripButton, ...],
    hint: str | None = None,
) -> StripContent:
    return replace(base, fields=fields, text_hint=hint, buttons=buttons)


def _roll_buttons(roll: AskRoll, say: Say, keymap: Keymap) -> tuple[StripButton, ...]:
    buttons = [
        StripButton("Enter result", keymap.shown("accept"), "accept", primary=True),
        _app_rolls(keymap),
    ]
    keys = {"none": keymap.shown("skip"), "stunt": keymap.shown("stunt")}
    for number, pick in enumerate(roll.instead, start=1):
        key = keys.get(pick.key, f"Alt {number}")
        buttons.append(StripButton(say(pick.label), key, answer=Picked(pick.key), note=_note(pick.note, say)))
    return tuple(buttons)


def _batch_buttons(keymap: Keymap) -> tuple[StripButton, ...]:
    return (
        StripButton("Enter results", keymap.shown("accept"), "accept", primary=True),
        _app_rolls(keymap),
    )


def _app_rolls(keymap: Keymap) -> StripButton:
    note = f"{keymap.shown('open_roll')} rolls it openly: the players see what the dice show"
    return StripButton("App rolls", keymap.shown("roll"), "roll", note=note)


def _pick_buttons(picks: tuple[Pick, ...], default: str, say: Say) -> tuple[StripButton, ...]:
    first = default or (picks[0].key if picks else "")
    return tuple(
        StripButton(
            _label(pick, say),
            PICK_KEYS[index : index + 1],
            answer=Picked(pick.key),
            primary=pick.key == first,
            note=_note(pick.note, say),
        )
        for index, pick in enumerate(picks)
    )


def _how_to_mark(request: AskCells, keymap: Keymap) -> str:
    """How squares are chosen on the map."""
    take = keymap.shown("accept")
    if request.most == 1:
        return f"Click a square, or go there with the arrows and press {take}."
    return f"Clicks mark squares, or arrows and {keymap.shown('waypoint')}; {take} takes them."


def _how_to_go_along(count: int, keymap: Keymap) -> str:
    """How to come to picks that no button shows."""
    return f"{keymap.shown('previous_target')} and {keymap.shown('next_target')} go along all {count}."


def _label(pick: Pick, say: Say) -> str:
    """A pick in words, with a note so short that it belongs to them: "Riding, 30%"."""
    words = say(pick.label)
    if not pick.label.args:  # a name is written as its owner writes it
        words = _capital(words)
    note = _note(pick.note, say)
    return f"{words}, {note}" if 0 < len(note) <= SHORT else words


def _note(note: Phrase | None, say: Say) -> str:
    return say(note) if note is not None else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
