"""Sets the platform tag of the wheel."""

import pathlib
import platform
import re
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WindowProgram(BuildHookInterface):
    """The wheel fits every Python, and Linux with the C library of the newest symbol that the program needs."""

    def initialize(self, version: str, build_data: "dict[str, Any]") -> None:
        program = pathlib.Path(self.root) / "src" / "tidemark_window" / "bin" / "tidemark"
        newest = max(int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d+)\b", program.read_bytes()))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_{newest}_{platform.machine()}"
