"""The running encounter: commands in, questions out, everything on the journal, anything taken back."""
