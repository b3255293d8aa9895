"""A test rig for storage: SQLite on a disk that is watched, that fails, and that loses power."""
