"""What the pointer and the keys do on the map. One tool is one generator over events in squares."""
