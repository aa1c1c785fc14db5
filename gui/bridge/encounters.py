"""Opening, making and importing encounters: from a file on disk to a table that can be played on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace
from platformdirs import user_data_path, user_documents_path
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from engine.errors import BrokenFileError, FileInUseError, FivefootError
from engine.grid.metric import Metric
from engine.importers.picture import (
    PictureInfo,
    picture_id,
    read_picture,
    shown_scale,
    terrain_for_picture,
)
from engine.importers.report import ImportReport
from engine.importers.uvtt import read_uvtt
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act, Advance, Begin, Command
from engine.model.requests import Answer, AskRolls, Batch, Faces, Picked
from engine.model.terrain import Terrain, blank
from engine.rulesets.registry import RULESETS
from engine.session.journal import Entry
from engine.session.results import Asked
from engine.session.session import Session
from engine.store.encounter_file import EncounterFile
from engine.store.opening import ENDING, OpenedEncounter, create_encounter, open_encounter, resume
from engine.store.records import LogLines
from engine.store.samples import sunken_chapel
from gui.bridge.log import lines_of, narrator_of
from gui.bridge.table import Table

MAP_ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt")
Pictures = Iterable[tuple[str, bytes]]
"""(kind, bytes) of each picture an encounter keeps."""
OPENING = "opening"
"""Setting of the sample: the entries it starts with, by which one that was played on is told."""
MOST_KEPT = 2
"""Decoded pictures kept in memory: the map's, and the one before it, which an undo brings back at once."""
MOST_DECODED_MB = 2_000
"""What one picture may take in memory; Qt refuses more than 256 MB unless told otherwise."""


@dataclass(slots=True)
class Encounter:
    """An open encounter: its table, its file, its pictures."""

    table: Table
    file: EncounterFile
    path: Path
    remark: str = ""
    """A sentence for the GM about how it was opened, empty if there is nothing to say."""
    sample: bool = False
    """A fresh copy of the sample fight."""
    kept: Path | None = None
    """Where the sample that was played before is kept, if it was."""
    _pictures: dict[str, QImage | None] = field(default_factory=dict)

    def picture_of(self, blob: str) -> QImage | None:
        """The decoded picture of a content id; None where it is missing or broken.

        Decoded once: both screens share its pixels.
        """
        if blob not in self._pictures:
            try:
                self.keep_decoded(blob, decode_picture(self.file.picture(blob)))
            except FivefootError:
                self.keep_decoded(blob, None)
        return self._pictures[blob]

    def keep_decoded(self, blob: str, image: QImage | None) -> None:
        """Remember what a picture looks like; the oldest of too many is decoded again when it is wanted."""
        self._pictures.pop(blob, None)
        self._pictures[blob] = image
        while len(self._pictures) > MOST_KEPT:
            del self._pictures[next(iter(self._pictures))]

    def close(self) -> None:
        """Close the file; everything is on disk already."""
        self.file.close()


# --- ways in -----------------------------------------------------------------------------------------


def open_sample() -> Encounter:
    """A fresh copy of the sample fight, played up to the party's Move step. One that was played is kept."""
    path = data_folder() / f"sample{ENDING}"
    remark, kept = "", None
    try:
        if _was_played(path):
            kept = path.rename(_free_path(documents_folder(), "Sample fight played"))
            remark = f"The sample fight as you left it is kept as '{kept.name}' in {kept.parent}."
    except FileInUseError:
        path = _free_path(data_folder(), path.stem)
    encounter = _made(path, sunken_chapel(), replace_file=True)
    with encounter.file.together():
        _play_opening(encounter.table.session)
        encounter.file.set_setting(OPENING, encounter.table.session.journal.head)
    encounter.remark, encounter.kept, encounter.sample = remark, kept, True
    return encounter


def _was_played(path: Path) -> bool:
    """Whether a sample is worth keeping: somebody played on, or it cannot be read and may yet be mended."""
    if not path.exists():
        return False
    try:
        opened = open_encounter(path, RULESETS)
    except FileInUseError:
        raise
    except BrokenFileError:
        return True
    with opened.file as file:
        return opened.running is not None or opened.journal.head != file.setting(OPENING, -1)


def open_file(path: Path) -> Encounter:
    """Open a file where it was left, at the same question if one was open. FivefootError says why not."""
    return _encounter(path, open_encounter(path, RULESETS, _words))


def new_encounter(
    title: str,
    terrain: Terrain,
    ruleset: str,
    pictures: Pictures = (),
    readings: Mapping[str, str] | None = None,
    metric: Metric = Metric.SQUARE,
) -> Encounter:
    """A new encounter on a map, with a party and foes that have nobody in them yet.

    `readings` are options of the ruleset that differ from what it takes by default.
    """
    sides = (
        Side("party", "Party", Control.PLAYERS, ("foe",)),
        Side("foe", "Foes", Control.REFEREE, ("party",)),
    )
    path = _free_path(documents_folder(), title)
    battle = replace(Battle(ruleset, title, sides, {}, terrain), metric=metric)
    for key, value in (readings or {}).items():
        battle = replace(battle, options=RULESETS[ruleset].with_option(battle, key, value))
    return _made(path, battle, pictures=pictures)


def new_blank(width: int, height: int, ruleset: str, readings: Mapping[str, str] | None = None) -> Encounter:
    """A blank grid."""
    return new_encounter("New encounter", blank(width, height), ruleset, readings=readings)


def import_map(path: Path, ruleset: str) -> tuple[Encounter, ImportReport]:
    """A new encounter on a Universal VTT map, and what was found in the file."""
    found = read_uvtt(path)
    pictures = ((found.picture_kind, found.picture),) if found.picture is not None else ()
    encounter = new_encounter(_title_of(path), found.terrain, ruleset, pictures)
    encounter.remark = " ".join(found.report.lines)
    if found.wanted and found.picture is None:
        encounter.remark += f" It is called '{found.wanted}'."
    return encounter, found.report


def import_picture(
    path: Path,
    info: PictureInfo,
    pixels_per_square: float,
    offset: tuple[float, float],
    ruleset: str,
    turn: float = 0.0,
    metric: Metric = Metric.SQUARE,
) -> Encounter:
    """A new encounter on a picture, turned by so many degrees, with a grid laid over it."""
    data = path.read_bytes()
    terrain = terrain_for_picture(info, picture_id(data), pixels_per_square, offset, turn)
    encounter = new_encounter(_title_of(path), terrain, ruleset, ((info.kind, data),), metric=metric)
    encounter.remark = info.note
    return encounter


def check_picture_file(path: Path) -> PictureInfo:
    """Size and kind of a picture file; FivefootError says what is wrong with it."""
    return read_picture(path)


def decode_picture(data: bytes) -> QImage | None:
    """Decode a picture as large as the importer lets in, scaled where a side is too long; None if broken.

    The result is opaque 32-bit pixels, as the scene copies them; what was see-through is dark.
    """
    QImageReader.setAllocationLimit(MOST_DECODED_MB)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        return None
    scale = shown_scale(image.width(), image.height())
    if scale < 1.0:
        size = image.size() * scale
        image = image.scaled(
            size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    if image.hasAlphaChannel():
        image = _on_dark(image)
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _on_dark(image: QImage) -> QImage:
    opaque = QImage(image.size(), QImage.Format.Format_RGB32)
    opaque.fill(Qt.GlobalColor.black)
    painter = QPainter(opaque)
    painter.drawImage(0, 0, image)
    painter.end()
    return opaque


# --- places ------------------------------------------------------------------------------------------


def data_folder() -> Path:
    """Where the program keeps its own copies; FIVEFOOT_HOME overrides it."""
    chosen = os.environ.get("FIVEFOOT_HOME")
    folder = Path(chosen) if chosen else user_data_path("fivefoot", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def documents_folder() -> Path:
    """Where new encounters are put, for the GM to find."""
    chosen = os.environ.get("FIVEFOOT_HOME")
    folder = Path(chosen) if chosen else user_documents_path() / "Fivefoot"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _title_of(path: Path) -> str:
    """A title from the name of a map: "the_crypt.dd2vtt.png" is "the crypt"."""
    stem = path.stem
    for ending in MAP_ENDINGS:
        stem = stem.removesuffix(ending)
    return " ".join(stem.replace("_", " ").split())


def _free_path(folder: Path, title: str) -> Path:
    stem = "".join(sign if sign.isalnum() or sign in " -_" else "-" for sign in title).strip() or "Encounter"
    path = folder / f"{stem}{ENDING}"
    number = 2
    while path.exists():
        path = folder / f"{stem} {number}{ENDING}"
        number += 1
    return path


# --- inner workings ------------------------------------------------------------------------------------


def _made(path: Path, battle: Battle, replace_file: bool = False, pictures: Pictures = ()) -> Encounter:
    opened = create_encounter(path, battle, RULESETS, _words, pictures, replace=replace_file)
    return _encounter(path, opened)


def _encounter(path: Path, opened: OpenedEncounter) -> Encounter:
    session, _ = resume(opened)
    return Encounter(Table(session), opened.file, path, opened.remark)


def _words(entry: Entry) -> LogLines:
    """The stored log of an entry, in the words of today."""
    ruleset = RULESETS.get(entry.after.ruleset)
    if ruleset is None:
        return LogLines()
    narrator = narrator_of(entry.after, entry.before, ruleset.about.glossary)
    return LogLines(gm=tuple(line.text for line in lines_of(entry, narrator)))


def _play_opening(session: Session) -> None:
    """Take the sample to the moment the mock-ups show: spells and braces declared, the party to move."""
    _do(session, Begin(), Picked("none"))
    for actor, verb, picks in (
        ("orso", "cast", {"spell": "Sleep"}),
        ("hob", "brace", {}),
        ("g4", "brace", {}),
        ("sham", "cast", {}),
    ):
        if verb == "cast" and not picks:
            picks = _first_spell(session, actor)
        _do(session, Act(actor, verb, picks=picks))
    party_first = Batch((Faces((9,)), Faces((4,))))
    _do(session, Advance(overrule=True), party_first)


def _do(session: Session, command: Command, answer: Answer | None = None) -> None:
    result = session.submit(command)
    while isinstance(result, Asked) and answer is not None:
        given = answer
        if isinstance(result.request, AskRolls) and isinstance(answer, Batch):
            given = replace(answer, rolls=answer.rolls[: len(result.request.rolls)])
        result = session.answer(given)


def _first_spell(session: Session, actor: str) -> dict[str, str]:
    """The first spell the menu offers somebody."""
    options = session.ruleset.menu(session.board, session.board.actor(actor))
    for option in options:
        for group in option.picks:
            if option.verb == "cast" and group.choices:
                return {group.key: group.choices[0][0]}
    return {}
