"""Seed system 2: Old-School Reduction. Everybody acts at once; who falls is known at the end of the round."""
