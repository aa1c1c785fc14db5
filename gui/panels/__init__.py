"""Everything around the map: panels draw values and emit what was chosen; they decide no rule."""
