"""Sets the platform tag of the wheel."""

import pathlib
import platform
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StaticProgram(BuildHookInterface):
    """The wheel fits every Python, and every Linux of this processor, because the program needs no library."""

    def initialize(self, version: str, build_data: "dict[str, Any]") -> None:
        if not (pathlib.Path(self.root) / "program" / "tidemark-cli").is_file():
            raise FileNotFoundError("program/tidemark-cli is missing: packaging/wheel builds the wheel")
        processor = platform.machine()
        systems = ["manylinux_2_17", "manylinux2014", "musllinux_1_1"]
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + ".".join(f"{system}_{processor}" for system in systems)
