"""The five steps of setting a map up: what each is called, what is done of it, which brush belongs to it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.model.terrain import Ground, Terrain
from gui.bridge.brushes import TerrainBrush


class SetupStep(StrEnum):
    """In the order they are offered. Each may be skipped."""

    PICTURE = "picture"
    GRID = "grid"
    WALLS = "walls"
    GROUND = "ground"
    LIGHT = "light"

    @property
    def following(self) -> SetupStep | None:
        """The step after this one, None after the last."""
        return _neighbour(self, 1)

    @property
    def before(self) -> SetupStep | None:
        """The step before this one, None before the first."""
        return _neighbour(self, -1)


class StepLine(Struct, frozen=True):
    """A step in words: its name, and what is done of it or is to be done."""

    step: SetupStep
    name: str
    line: str
    done: bool


NAMES = {
    SetupStep.PICTURE: "Picture",
    SetupStep.GRID: "Grid",
    SetupStep.WALLS: "Walls and doors",
    SetupStep.GROUND: "Difficult ground",
    SetupStep.LIGHT: "Light and fog",
}
SHORT_NAMES = {
    **NAMES,
    SetupStep.WALLS: "Walls",
    SetupStep.GROUND: "Ground",
    SetupStep.LIGHT: "Light",
}
"""For the button that goes there."""
TO_DO = {
    SetupStep.PICTURE: "None, plain floor",
    SetupStep.GRID: "Lay it on the picture",
    SetupStep.WALLS: "Draw lines along the grid",
    SetupStep.GROUND: "Paint squares",
    SetupStep.LIGHT: "What players start with",
}
BRUSH_OF_STEP = {
    SetupStep.WALLS: TerrainBrush.WALL,
    SetupStep.GROUND: TerrainBrush.DIFFICULT,
    SetupStep.LIGHT: TerrainBrush.LIGHT,
}
"""The brush that is in hand when a step begins."""
STEP_OF_BRUSH = {
    TerrainBrush.WALL: SetupStep.WALLS,
    TerrainBrush.DOOR: SetupStep.WALLS,
    TerrainBrush.DIFFICULT: SetupStep.GROUND,
    TerrainBrush.IMPASSABLE: SetupStep.GROUND,
    TerrainBrush.SOLID: SetupStep.GROUND,
    TerrainBrush.LIGHT: SetupStep.LIGHT,
}
"""A brush belongs to the step it does the work of; the eraser to each."""


def step_lines(terrain: Terrain) -> tuple[StepLine, ...]:
    """Each step of a map that is there."""
    slow = sum(value not in (Ground.OPEN, Ground.SOLID) for value in terrain.ground)
    rock = sum(value == Ground.SOLID for value in terrain.ground)
    walls = _counts((len(terrain.walls), "wall"), (len(terrain.doors), "door"))
    ground = _counts((slow, "square"), (rock, "of rock"))
    light = _counts((len(terrain.lights), "light"))
    by_hand = "fog by hand" if not terrain.sight_reveals else ""
    picture = (terrain.picture.file_name or "A picture") if terrain.picture is not None else ""
    done = {
        SetupStep.PICTURE: picture,
        SetupStep.GRID: f"{terrain.width} \u00d7 {terrain.height} squares",
        SetupStep.WALLS: walls,
        SetupStep.GROUND: ground,
        SetupStep.LIGHT: ", ".join(filter(None, (light, "dark map" if terrain.dark else "", by_hand))),
    }
    return tuple(
        StepLine(step, NAMES[step], done[step] or TO_DO[step], bool(done[step])) for step in SetupStep
    )


def new_step_lines(picture: str, grid: str) -> tuple[StepLine, ...]:
    """Each step while a grid is laid over a picture that is no map yet; `grid` says what came of it."""
    known = {SetupStep.PICTURE: picture, SetupStep.GRID: grid}
    return tuple(
        StepLine(step, NAMES[step], known.get(step, TO_DO[step]), step is SetupStep.PICTURE)
        for step in SetupStep
    )


def _counts(*counted: tuple[int, str]) -> str:
    """What there is: "3 walls, 1 door"."""
    return ", ".join(f"{count} {_plural(count, word)}" for count, word in counted if count)


def _plural(count: int, word: str) -> str:
    return word if count == 1 or " " in word else f"{word}s"


def _neighbour(step: SetupStep, by: int) -> SetupStep | None:
    steps = list(SetupStep)
    index = steps.index(step) + by
    return steps[index] if 0 <= index < len(steps) else None
