"""Pure integer geometry on a square grid: knows cells, not creatures."""
