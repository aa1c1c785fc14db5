"""What stands on the table: frozen values, events and the one function that applies them. No rules."""
