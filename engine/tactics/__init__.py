"""How bodies and knowledge work on squares, for any ruleset."""
