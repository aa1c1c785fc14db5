"""Fonts: Inter where it is installed, else the system's own; figures that stand in columns.

Nothing is bundled. All sizes are pixels at text scale 1.0.
"""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase

SMALL = 12.0  # the smallest text anywhere
KICKER = 12.5
LABEL = 13.0
BODY = 14.0
QUESTION = 20.0
NUMBER = 24.0
ROLL = 42.0

REGULAR = 400
MEDIUM = 500
SEMIBOLD = 600
BOLD = 700
HEAVY = 800


@lru_cache(maxsize=1)
def family() -> str:
    """The interface family. Needs a running QGuiApplication."""
    if "Inter" in QFontDatabase.families():
        return "Inter"
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


@lru_cache(maxsize=256)
def ui_font(pixels: float, weight: int = REGULAR) -> QFont:
    """The interface font at `pixels` high, with tabular figures; `weight` is a hundred from 100 to 900.

    Shared: copy before changing.
    """
    font = QFont(family())
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    return font
