"""The one place of the interface that touches session, board, odds and store."""
