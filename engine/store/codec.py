"""Battles, commands, answers and events as JSON bytes and back.

Equal values give equal bytes (the model holds no sets, and mappings keep their order), so content can be
addressed by its hash. The model names no ruleset: what stands in a guest slot is decoded by its tag into one
of the ruleset's own guests, or kept as text where nobody here can read it.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from msgspec.structs import replace

from engine.errors import BrokenFileError
from engine.model.actor import Guest, UnreadGuest
from engine.model.battle import Battle
from engine.model.commands import Command, SetTerrain
from engine.model.events import Event, TerrainSet
from engine.model.offers import OptionChoice
from engine.model.phrase import Phrase, SideId
from engine.model.terrain import Terrain
from engine.rulesets.ruleset import Ruleset
from engine.session.journal import Tape, Taped
from engine.store.soundness import checked_battle, checked_terrain
from engine.tactics.board import Board
from engine.tactics.door_memory import doors_known

T = TypeVar("T")

TerrainById = Callable[[str], Terrain]
"""Finds a stored terrain; raises `BrokenFileError` where there is none."""

ELSEWHERE = Terrain(0, 0, b"")
"""Stands in a stored battle for the terrain, which is kept once, by its id."""

_MAX_UNPACKED = 256 << 20  # a damaged or hostile file must not eat the memory
_UNREAD = "unread"


class TerrainRef(msgspec.Struct, frozen=True, tag="terrain.ref"):
    """Stands in a stored command or event for one that carries a whole terrain."""

    terrain: str


class Part(NamedTuple):
    """Encoded bytes, and the terrains they refer to by id."""

    data: bytes
    terrains: dict[str, bytes]


class Codec:
    """Encodes and decodes the values of one ruleset's encounters.

    Every `decode_` method raises `BrokenFileError` for bytes that do not hold such a value; those that
    refer to terrains get them as `terrains`, by id.
    """

    def __init__(self, guests: tuple[type[Guest], ...], readings: tuple[OptionChoice, ...] = ()) -> None:
        self._readings = readings
        self._tags = {str(_tag(guest)) for guest in guests}
        self._guest: Any = reduce(or_, guests) if guests else None
        self._encoder = msgspec.json.Encoder()
        self._latest: tuple[Terrain, str, bytes] | None = None  # most battles in a row share their terrain
        self._battle: msgspec.json.Decoder[Battle] = self._decoder(Battle)
        self._command: msgspec.json.Decoder[Command | TerrainRef] = self._decoder(Command | TerrainRef)
        self._tape: msgspec.json.Decoder[Tape] = self._decoder(tuple[Taped, ...])
        self._events: msgspec.json.Decoder[tuple[Event | TerrainRef, ...]] = self._decoder(
            tuple[Event | TerrainRef, ...]
        )
        self._phrase: msgspec.json.Decoder[Phrase] = self._decoder(Phrase)

    # --- battles ----------------------------------------------------------------------------------

    def encode_battle(self, battle: Battle) -> bytes:
        """A battle whole, its terrain included."""
        return self._encoder.encode(battle)

    def decode_battle(self, data: bytes) -> Battle:
        """What `encode_battle` wrote."""
        return _decoded(self._battle, data)

    def encode_snapshot(self, battle: Battle) -> Part:
        """A battle that names its terrain by id; the id is the one key of `Part.terrains`."""
        key, terrain = self.encode_terrain(battle.terrain)
        return Part(self._encoder.encode(replace(battle, terrain=ELSEWHERE)), {key: terrain})

    def battle_from(self, snapshot: dict[str, Any], terrain: Terrain) -> Battle:
        """A battle from a snapshot as plain values (migrated by then) and its terrain."""
        try:
            battle = msgspec.convert(snapshot, Battle, dec_hook=self._read_guest)
        except msgspec.ValidationError as error:
            raise BrokenFileError(f"a stored battle makes no sense: {error}") from error
        battle = checked_battle(replace(battle, terrain=terrain), self._readings)
        if "doors_seen" not in snapshot:
            # Older files did not remember doors: the players know them as they stood when it was stored.
            battle = replace(battle, doors_seen=doors_known(Board(battle)))
        if "sides_met" not in snapshot:
            battle = replace(battle, sides_met=_sides_once_met(battle))
        return battle

    def encode_terrain(self, terrain: Terrain) -> tuple[str, bytes]:
        """The content id of a terrain, and its bytes."""
        if self._latest is None or self._latest[0] is not terrain:
            data = self._encoder.encode(terrain)
            self._latest = terrain, content_id(data), data
        return self._latest[1:]

    def terrain_from(self, value: dict[str, Any]) -> Terrain:
        """A terrain from plain values (migrated by then)."""
        try:
            return checked_terrain(msgspec.convert(value, Terrain))
        except msgspec.ValidationError as error:
            raise BrokenFileError(f"a stored map makes no sense: {error}") from error

    # --- entries ----------------------------------------------------------------------------------

    def encode_command(self, command: Command) -> Part:
        """A command; a whole map in it goes by id."""
        if not isinstance(command, SetTerrain):
            return Part(self._encoder.encode(command), {})
        key, data = self.encode_terrain(command.terrain)
        return Part(self._encoder.encode(TerrainRef(key)), {key: data})

    def decode_command(self, data: bytes, terrains: TerrainById) -> Command:
        """What `encode_command` wrote."""
        command = _decoded(self._command, data)
        return SetTerrain(terrains(command.terrain)) if isinstance(command, TerrainRef) else command

    def encode_events(self, events: tuple[Event, ...]) -> Part:
        """Events in order; whole maps in them go by id."""
        stored: list[Event | TerrainRef] = []
        terrains = {}
        for event in events:
            if isinstance(event, TerrainSet):
                key, terrains[key] = self.encode_terrain(event.terrain)
                stored.append(TerrainRef(key))
            else:
                stored.append(event)
        return Part(self._encoder.encode(stored), terrains)

    def decode_events(self, data: bytes, terrains: TerrainById) -> tuple[Event, ...]:
        """What `encode_events` wrote."""
        return tuple(
            TerrainSet(terrains(event.terrain)) if isinstance(event, TerrainRef) else event
            for event in _decoded(self._events, data)
        )

    def encode_tape(self, tape: Tape) -> bytes:
        """Recorded answers with the fingerprints of their questions."""
        return self._encoder.encode(tape)

    def decode_tape(self, data: bytes) -> Tape:
        """What `encode_tape` wrote."""
        return _decoded(self._tape, data)

    def encode_phrase(self, phrase: Phrase) -> bytes:
        """A label."""
        return self._encoder.encode(phrase)

    def decode_phrase(self, data: bytes) -> Phrase:
        """What `encode_phrase` wrote."""
        return _decoded(self._phrase, data)

    # --- guests -----------------------------------------------------------------------------------

    def _decoder(self, kind: Any) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(kind, dec_hook=self._read_guest)

    def _read_guest(self, kind: type, value: Any) -> Guest:
        if kind is not Guest or not isinstance(value, dict):
            raise ValueError(f"expected an object of the rules, got {type(value).__name__}")
        if value.get("type") == _UNREAD:  # kept by a program that did not know the ruleset
            value = _unread(value.get("raw", ""))
        if value.get("type") in self._tags:
            return cast("Guest", msgspec.convert(value, self._guest))
        return UnreadGuest(self._encoder.encode(value).decode())


def codec(ruleset: Ruleset | None) -> Codec:
    """The codec for encounters of a ruleset; None is one that this program does not have."""
    return Codec(()) if ruleset is None else Codec(ruleset.about.guests, ruleset.about.options)


def content_id(data: bytes) -> str:
    """The name that content is stored under: the same bytes are stored once."""
    return hashlib.sha256(data).hexdigest()


def pack(data: bytes) -> bytes:
    """Compressed for the file."""
    return zlib.compress(data, 1)


def unpack(data: bytes) -> bytes:
    """What `pack` was given; `BrokenFileError` if the bytes are damaged."""
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(data, _MAX_UNPACKED)
    except zlib.error as error:
        raise BrokenFileError("a stored value is damaged") from error
    if not unpacker.eof:
        raise BrokenFileError("a stored value is cut short")
    return plain


def plain(data: bytes) -> dict[str, Any]:
    """JSON as plain values, for migration; `BrokenFileError` if it is no JSON object."""
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise BrokenFileError(f"a stored value is damaged: {error}") from error


def _sides_once_met(battle: Battle) -> tuple[SideId, ...]:
    """Older files did not remember sides: the players know those of whomever they have named."""
    return tuple(side.id for side in battle.sides if any(one.public_name for one in battle.members(side.id)))


def _decoded(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        return decoder.decode(data)
    except msgspec.DecodeError as error:
        raise BrokenFileError(f"a stored value cannot be read: {error}") from error


def _unread(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise ValueError(f"what was kept unread cannot be read: {error}") from error


def _tag(guest: type[Guest]) -> object:
    config = getattr(guest, "__struct_config__", None)
    return getattr(config, "tag", None)
