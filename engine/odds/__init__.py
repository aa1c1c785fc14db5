"""What would probably happen: exact arithmetic on the laws a ruleset gives. No dice, no state."""
