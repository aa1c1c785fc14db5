"""The windows: the GM's map and the players' map, drawn from views the engine hands out."""
