"""The window of Tidemark. The command `tidemark` of the package tidemark starts it."""

import pathlib


def program_path() -> str:
    """Returns the path of the window's program."""
    return str(pathlib.Path(__file__).parent / "bin" / "tidemark")
