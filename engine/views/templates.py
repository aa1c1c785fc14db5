"""Sentences with fields in them: `{who}`, and `{minutes:minute|minutes}` for a number with its noun."""

from __future__ import annotations

import re
from collections.abc import Callable

_FIELD = re.compile(r"\{(\w+)(?::(?P<one>[^|}]*)\|(?P<many>[^}]*))?\}")


def filled(template: str, argument: Callable[[str], str]) -> str:
    """The template with every field said by `argument`; a noun after it is plural unless that says "1"."""

    def said(field: re.Match[str]) -> str:
        value = argument(field[1])
        noun = field["one"] if value == "1" else field["many"]
        return value if noun is None else f"{value} {noun}"

    return _FIELD.sub(said, template)
