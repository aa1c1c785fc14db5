"""What a scene draws: plain values, one for each audience. A scene compares views and paints."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.battle import Battle, Control, Side
from engine.model.offers import Card, Progress
from engine.model.phrase import ActorId, Cell, Phrase, SideId, phrase
from engine.model.terrain import Picture, Terrain
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board
from engine.tactics.light import in_the_dark, unlit_cells
from engine.tactics.map_memory import known_cells
from engine.tactics.perception import seen_cells, unpack_cells
from engine.tactics.standing import astray
from engine.views.audience import Audience, known
from engine.views.known_map import unknown_as_rock
from engine.views.narrate import Narrator

UNLIT = "unlit"
"""Badge of whoever stands in darkness and cannot see through it; the GM alone is shown it."""


class Tone(StrEnum):
    """How a side is drawn: colour and shape."""

    PARTY = "party"
    ALLY = "ally"
    """A further side that the players speak for."""
    FOE = "foe"
    THIRD = "third"
    FOURTH = "fourth"
    """The fourth side and all further enemies."""
    NEUTRAL = "neutral"
    BYSTANDER = "bystander"
    """A further side at peace with the players."""

    @property
    def of_players(self) -> bool:
        """Whether the players speak for the side."""
        return self in (Tone.PARTY, Tone.ALLY)


class TokenView(Struct, frozen=True):
    """One token. `health` from 0 to 1, None where the audience may not know it; `word` over the token.

    `state` is a line about it for the GM alone.
    """

    id: ActorId
    name: str
    label: str
    cell: Cell
    size: int
    tone: Tone
    health: float | None = None
    word: str = ""
    badges: tuple[str, ...] = ()
    down: bool = False
    dead: bool = False
    """Down for good."""
    hidden: bool = False
    """Hidden from the players; only ever true in the GM's view."""
    engaged: bool = False
    """An enemy that the audience knows of can strike it, or it can strike one."""
    hit: bool = False
    """Harmed in this round."""
    state: str = ""
    astray: bool = False
    """It stands where nobody can get to; only ever true in the GM's view."""
    turned: bool = False
    """Turned by a quarter, as a tapped card is."""


class ThingView(Struct, frozen=True):
    """Something that lies on a square; `lit` if it burns."""

    id: str
    name: str
    cell: Cell
    lit: bool = False


class OlderPicture(Struct, frozen=True):
    """The picture (None: our own drawing) that is remembered on some squares, by their indices."""

    picture: Picture | None
    cells: frozenset[int]


class SideView(Struct, frozen=True):
    """A side as a legend shows it."""

    id: SideId
    name: str
    tone: Tone


class View(Struct, frozen=True):
    """Everything one screen shows of the battle.

    `seen` are the cell indices in sight now and `explored` those remembered; None means no fog. `pictures`
    are older ones, remembered over parts of the map's picture. Players are not told the title. `unlit` are
    squares that no light reaches; for the GM alone, as the players do not see there.
    """

    audience: Audience
    title: str
    terrain: Terrain
    tokens: tuple[TokenView, ...]
    sides: tuple[SideView, ...]
    progress: Progress
    seen: frozenset[int] | None = None
    explored: frozenset[int] | None = None
    things: tuple[ThingView, ...] = ()
    pictures: tuple[OlderPicture, ...] = ()
    unlit: frozenset[int] = frozenset()


def look(board: Board, ruleset: Ruleset, audience: Audience) -> View:
    """The view of a board's battle for an audience."""
    battle = known(board, ruleset, audience)
    players = audience is Audience.PLAYERS
    narrator = Narrator(battle, ruleset.about.glossary, audience, battle if players else None)
    cards = {actor.id: ruleset.card(battle, actor) for actor in battle.actors.values() if actor.on_map}
    peaceful = frozenset(actor_id for actor_id, card in cards.items() if card.peaceful)
    shown = Board(battle, board) if players else board
    engaged = _engaged(shown, peaceful)
    strays = {} if players else astray(board)
    tokens = tuple(
        _token(battle, ruleset, narrator, actor_id, card, players, actor_id in engaged, strays.get(actor_id))
        for actor_id, card in cards.items()
    )
    if not players:
        blind = [actor.id for actor in battle.actors.values() if in_the_dark(board, actor)]
        tokens = tuple(_unlit(narrator, token) if token.id in blind else token for token in tokens)
    ground = board.battle.terrain
    fog = players and (ground.sight_limits or ground.dark or not ground.sight_reveals)
    seen = seen_cells(board) if fog else None
    return View(
        audience=audience,
        title=battle.title,
        terrain=_drawn(shown, known_cells(board)) if players else battle.terrain,
        tokens=tokens,
        sides=tuple(SideView(side.id, side.name, tone_of(battle, side)) for side in battle.sides),
        progress=ruleset.progress(battle),
        seen=seen,
        explored=known_cells(board) if seen is not None else None,
        things=tuple(ThingView(one.id, one.name, one.cell, one.light > 0) for one in battle.things),
        pictures=tuple(
            OlderPicture(one.picture, unpack_cells(one.squares)) for one in battle.map_memory.pictures
        )
        if players
        else (),
        unlit=frozenset() if players else unlit_cells(board),
    )


def _drawn(public: Board, cells: frozenset[int]) -> Terrain:
    """The players' map with what lies beyond it filled in; one and the same value while nothing changes."""
    return public.drawn_anew(("drawn", cells), lambda terrain: unknown_as_rock(terrain, cells))


def _engaged(board: Board, peaceful: frozenset[ActorId]) -> frozenset[ActorId]:
    """Who stands in somebody's reach, or has an enemy in its own; those at peace leave each other alone."""
    battle = board.battle
    found: set[ActorId] = set()
    for actor in battle.actors.values():
        for index in board.strike_area(actor):
            for other in board.occupants.get(index, ()):
                if peaceful & {actor.id, other}:
                    continue
                if battle.hostile(actor.side, battle.actors[other].side):
                    found.update((actor.id, other))
    return frozenset(found)


def _token(
    battle: Battle,
    ruleset: Ruleset,
    narrator: Narrator,
    actor_id: ActorId,
    card: Card,
    players: bool,
    engaged: bool,
    where: Phrase | None,
) -> TokenView:
    actor = battle.actors[actor_id]
    assert actor.cell is not None
    side = battle.side(actor.side)
    foe_to_players = players and side.control is not Control.PLAYERS
    health = card.health
    return TokenView(
        id=actor.id,
        name=actor.name,
        label=actor.token_label,
        cell=actor.cell,
        size=actor.size,
        tone=tone_of(battle, side),
        health=None if players or health is None else health.share,
        word=narrator.say(ruleset.public_words(battle, actor)) if foe_to_players else "",
        badges=card.badges,
        down=not actor.active,
        dead=card.dead and not actor.active,
        hidden=actor.hidden,
        engaged=engaged or card.engaged,
        hit=card.hit,
        state="" if players else _state(narrator, card.state, where),
        astray=where is not None,
        turned=card.turned,
    )


def _unlit(narrator: Narrator, token: TokenView) -> TokenView:
    """Who stands in darkness through which it cannot see."""
    where = narrator.say(phrase("stand.dark"))
    return replace(token, badges=(*token.badges, UNLIT), state=f"{token.state}, {where}")


def _state(narrator: Narrator, state: Phrase, where: Phrase | None) -> str:
    return narrator.say(state) + (f", {narrator.say(where)}" if where is not None else "")


def tone_of(battle: Battle, side: Side) -> Tone:
    """By what a side is to the players (theirs, an enemy, at peace), and the how-manieth of those it is."""
    ours = [other.id for other in battle.sides if other.control is Control.PLAYERS]
    enemies = [
        other.id
        for other in battle.sides
        if other.id not in ours and any(battle.hostile(other.id, player) for player in ours)
    ]
    for alike, tones in ((ours, (Tone.PARTY, Tone.ALLY)), (enemies, (Tone.FOE, Tone.THIRD, Tone.FOURTH))):
        if side.id in alike:
            return tones[min(alike.index(side.id), len(tones) - 1)]
    at_peace = next(other.id for other in battle.sides if other.id not in (*ours, *enemies))
    return Tone.NEUTRAL if side.id == at_peace else Tone.BYSTANDER
