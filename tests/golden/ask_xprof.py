"""Gets XProf's own answers. Its memory_viewer runs in child processes, because some programs crash it."""
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile

VERSION = "2.24.2"


def plugin():
    """XProf's converter; started with a Python that has it (pip install xprof==VERSION)."""
    import importlib.metadata
    found = importlib.metadata.version("xprof")
    if found != VERSION:
        sys.exit(f"xprof {found} is installed; the answers are those of {VERSION}")
    from xprof.convert import _pywrap_profiler_plugin
    return _pywrap_profiler_plugin


def in_child(function):
    """The text returned by `function`, which runs in a separate process; None if the process ends otherwise."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        status = 1
        signal.alarm(5)  # XProf loops forever on buffers that share in a cycle
        try:
            text = function()
            with os.fdopen(writer, "w", encoding="utf-8") as out:
                out.write(text)
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as source:
        text = source.read()
    _, status = os.waitpid(child, 0)
    return text if status == 0 else None


class Asked:
    """One container, copied to another folder because XProf writes next to it."""

    def __init__(self, profile):
        self._xprof = plugin()
        self._folder = tempfile.TemporaryDirectory()
        self._path = str(shutil.copy(profile, pathlib.Path(self._folder.name) / pathlib.Path(profile).name))
        # The first call writes the files that the second one reads.
        self._xprof.xspace_to_tools_data([self._path], "tool_names", {"use_saved_result": False})

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._folder.cleanup()

    def memory_viewer(self, module, space):
        """The answer for "name(program id)", or None if XProf has none."""
        options = {"module_name": module, "program_id": module.rpartition("(")[2].rstrip(")"),
                   "memory_space": str(space), "view_memory_allocation_timeline": False}

        def ask():
            data, ok = self._xprof.xspace_to_tools_data([self._path], "memory_viewer", options)
            if not ok:
                raise RuntimeError(data)
            return data if isinstance(data, str) else data.decode()

        answer = in_child(ask)
        try:
            return None if answer is None else json.loads(answer)
        except ValueError:
            return None
