"""The one style sheet. Small on purpose: Fusion and the palette do most of the work.

Boxes with arrows (spin box, combo box) keep Fusion's drawing: a style sheet that gives them a border takes
their arrows away. A widget asks for a look by dynamic property, never by a style sheet of its own:
`setProperty("kind", "primary")` and the like.
"""

from collections.abc import Mapping
from string import Template

_BASE = Template(
    """
QWidget { font-size: ${body}px; }
QToolTip {
  background: $raised2; color: $text; border: 1px solid $line2; border-radius: 8px; padding: 6px 8px;
}
QMainWindow, QDialog { background: $panel; }
QGraphicsView { background: $bg; border: 0; }

QPushButton, QToolButton {
  min-height: ${bar_button}px; padding: 0 12px; border-radius: 8px; border: 1px solid $line2;
  background: $raised; color: $text; font-size: ${label}px;
}
QPushButton:hover, QToolButton:hover { background: $raised2; }
QPushButton:pressed, QToolButton:pressed { background: $line; }
QPushButton:disabled, QToolButton:disabled { color: $text3; border-color: $line; }
QPushButton:focus, QToolButton:focus { border: 2px solid $focus; padding: 0 11px; }
QPushButton:checked, QToolButton:checked {
  background: $accent_soft; color: $text; border-color: $accent; font-weight: 600;
}
QPushButton[kind="big"], QPushButton[kind="primary"] {
  min-height: ${big_button}px; padding: 0 18px; border-radius: 10px;
  font-size: ${big_text}px; font-weight: 600;
}
QPushButton[kind="primary"], QPushButton[kind="primary-small"] {
  background: $accent; color: $accent_ink; border-color: $accent;
}
QPushButton[kind="primary"]:focus { border: 2px solid $focus; padding: 0 17px; }
QPushButton[kind="primary"]:disabled, QPushButton[kind="primary-small"]:disabled {
  background: $raised2; color: $text3; border-color: $line;
}

QSpinBox, QDoubleSpinBox, QComboBox { min-height: ${field}px; }
QLineEdit, QPlainTextEdit, QTextEdit {
  min-height: ${field}px; padding: 0 8px; border-radius: 8px; border: 1px solid $line2;
  background: $bg; color: $text; selection-background-color: $accent; selection-color: $accent_ink;
}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border: 2px solid $focus; padding: 0 7px;
}
QLineEdit[wrong="true"], QLineEdit[wrong="true"]:focus { border: 2px solid $warn; padding: 0 7px; }
QLineEdit[kind="roll"] {
  font-size: ${roll}px; font-weight: 700; border: 2px solid $line2; border-radius: 12px;
}
QLineEdit[kind="roll"]:focus { border: 3px solid $focus; }
QLineEdit[kind="roll"][wrong="true"], QLineEdit[kind="roll"][wrong="true"]:focus {
  border: 3px solid $warn;
}
QComboBox QAbstractItemView { background: $raised; color: $text; border: 1px solid $line2; }

QToolBar, QStatusBar { background: $panel; border: 0; spacing: 8px; }
QDockWidget { color: $text; }
QTabBar::tab {
  min-height: ${tab}px; padding: 0 9px; background: $panel; color: $text2; border: 0;
  border-bottom: 3px solid transparent; font-size: ${label}px;
}
QTabBar::tab:selected { color: $text; font-weight: 600; border-bottom: 3px solid $accent; }
QTabBar::tab:focus { color: $focus; }
QTabWidget::pane { border: 0; border-top: 1px solid $line; }

QMenu { background: $raised; color: $text; border: 1px solid $line2; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 7px 24px 7px 12px; border-radius: 6px; }
QMenu::item:selected { background: $raised2; color: $text; }
QMenu::item:disabled { color: $text3; }
QMenu::separator { height: 1px; background: $line; margin: 4px 6px; }

QListView, QTreeView, QTableView { background: $panel; border: 0; outline: 0; }
QListView::item, QTreeView::item { border-radius: 8px; padding: 4px 6px; }
QListView::item:selected, QTreeView::item:selected { background: $raised2; color: $text; }

QFrame[kind="card"] { background: $panel; border: 1px solid $line2; border-radius: 12px; }
QFrame[kind="note"], QFrame[kind="fact"] { background: $raised; border: 1px solid $line; border-radius: 8px; }
QFrame[kind="line"] { background: $line; border: 0; }
QFrame[kind="empty"] { border: 1px dashed $line2; border-radius: 10px; margin: 8px 16px; }
QLabel[kind="kicker"] { font-size: ${kicker}px; font-weight: 600; color: $accent; }
QLabel[kind="kicker-attack"] { font-size: ${kicker}px; font-weight: 600; color: $bad; }
QLabel[kind="asked"] { font-size: ${small}px; font-weight: 600; color: $focus; }
QLabel[kind="question"] { font-size: ${question}px; font-weight: 700; }
QLabel[kind="title"] { font-size: ${title}px; font-weight: 700; }
QLabel[kind="strong"] { font-size: ${label}px; font-weight: 600; }
QLabel[kind="detail"] { font-size: ${body}px; color: $text2; }
QLabel[kind="problem"] { font-size: ${body}px; font-weight: 600; color: $warn; }
QLabel[kind="number"] { font-size: ${number}px; font-weight: 700; }
QLabel[kind="sub"] { font-size: ${label}px; color: $text3; }
QLabel[kind="small"] { font-size: ${small}px; color: $text3; }
QLabel[kind="chip"], QPushButton[kind="chip"] {
  font-size: ${small}px; color: $text; background: $panel; border: 1px solid $line2;
  border-radius: 6px; padding: 4px 8px;
}
QPushButton[kind="chip"] { min-height: 0; font-weight: 400; }
QPushButton[kind="chip"]:hover { background: $raised2; }
QPushButton[kind="chip"]:focus { border: 2px solid $focus; padding: 3px 7px; }
QLabel[kind="key"] {
  font-size: ${small}px; font-weight: 600; color: $text2; border: 1px solid $line2; border-radius: 5px;
  padding: 1px 6px;
}

QScrollBar:vertical { width: 10px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 10px; background: transparent; margin: 0; }
QScrollBar::handle { background: $line2; border-radius: 4px; min-height: 28px; min-width: 28px; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
"""
)

# Pixels at text scale 1.0: texts first, then the heights that must grow with them.
_SIZES = {
    "small": 12.0,
    "kicker": 12.5,
    "label": 13.0,
    "body": 14.0,
    "big_text": 15.0,
    "title": 17.0,
    "question": 20.0,
    "number": 24.0,
    "roll": 42.0,
    "bar_button": 32.0,  # and 2 px of border make 34
    "big_button": 42.0,
    "field": 30.0,
    "tab": 41.0,
}


def style_sheet(tokens: Mapping[str, str], text_scale: float = 1.0) -> str:
    """The style sheet for the colour tokens of a theme, texts and heights grown by `text_scale`."""
    sizes = {name: f"{size * text_scale:g}" for name, size in _SIZES.items()}
    return _BASE.substitute(tokens, **sizes)
