"""The encounter file, its codec and migrations, and the creatures and samples that ship with the program."""
