#!/usr/bin/env python3
"""damaged_outputs_test.py TIDEMARK_CLI [--show INPUT VARIANT]: tests the answers of commands for damaged input.

variants.py makes the same variants of each input below in every run. Each command must end in time with exit status 0, 1 or 3,
and a second run must give the same answer. --show prints the commands and their answers, and keeps the input in a folder.
TIDEMARK_SAMPLE_STRIDE=N takes every N-th variant, for builds that are slow.
"""
import hashlib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import NamedTuple

import tool
import variants

SHOW = "--show"
SECONDS = 10  # the most that any command may take
REPEATED = 10  # of as many damaged inputs one is read twice
MOST_TOLD = 20

# Each command reads the damaged file {}, or its folder.
OF_PROGRAMS = ("check FOLDER --format csv", "buffers FOLDER --at all --format csv", "summary FOLDER", "timeline FOLDER --format csv",
               "modules FOLDER --format json", "attribution FOLDER --format json", "advise FOLDER --device v5e",
               "memory-viewer FOLDER", "gaps FOLDER --at peak --format csv", "summary FOLDER --format json --device h100")
OF_LOGS = ("check FOLDER --format csv", "buffers FOLDER --at all --format csv", "summary FOLDER", "timeline FOLDER --format csv",
           "modules FOLDER --format json", "advise FOLDER --format json")
OF_MESSAGES = ("oom {}", "check FOLDER --format csv", "buffers FOLDER --format csv", "advise {} --device v5e", "summary FOLDER")
RULES = b"""{"version": 1, "rules": [
  {"category": "kv_cache", "field": "path", "pattern": "^cache\\\\b"},
  {"category": "mine", "field": "op_name", "pattern": "dot|conv", "kinds": ["parameter", "temporary"]},
  {"category": "inputs", "field": "shape", "pattern": "f32"}
]}
"""
LAYOUT = ("tensor<128x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4x!ttcore.tile<32x32, f32>, "
          "#ttnn.buffer_type<dram>>, <interleaved>>>")


def table(banks, total, allocated, *blocks):
    rows = ",\n".join(f'      {{"allocated": "{taken}", "nextID": "{number + 1}", "prevID": "{number - 1}", "size": "{size}", '
                      f'"address": "{address}", "blockID": "{number}"}}' for number, (taken, address, size) in enumerate(blocks))
    return (f'{{\n    "num_banks": {banks}, "total_bytes_per_bank": {total},\n    "total_bytes_allocated_per_bank": {allocated},\n'
            f'    "total_bytes_free_per_bank": {total - allocated}, "largest_contiguous_bytes_free_per_bank": {total - allocated},\n'
            f'    "block_table": [\n{rows}\n    ]}}')


def operation(number, name, *memories):
    return (f'  {{"loc": "loc(\\"/a/test.py:7{number}:id({number})\\")",\n   "debug_str": "%{number} = \\"ttnn.{name}\\"(%arg0) : ({LAYOUT}) '
            f'-> {LAYOUT} loc(\\"/a/test.py:7{number}\\")",\n   ' + ",\n   ".join(f'"{key}": {each}' for key, each in memories) + "}")


def blocks_of_two():
    small = ("l1", table(64, 1000, 0, ("no", 0, 1000)))
    return [operation(0, "tan", ("dram", table(2, 10000, 2000, ("yes", 0, 2000), ("no", 2000, 8000))), small),
            operation(1, "add", ("dram", table(2, 10000, 3000, ("yes", 0, 2000), ("yes", 2000, 1000), ("no", 3000, 7000))), small)]


class Input(NamedTuple):
    name: str
    data: bytes
    kinds: tuple  # of damage
    count: int  # variants of each kind
    always: tuple  # asked of all
    in_turn: tuple  # one of them is asked of each
    others: list  # files that may stand in the same text
    beside: tuple = ()  # name and content of further files of the folder


def data(path):
    return (tool.DATA / path).read_bytes()


def names(pattern):
    return sorted(str(path.relative_to(tool.DATA)) for path in tool.DATA.glob(pattern))


def inputs(folder):
    def texts(paths, count, always, in_turn, kinds=variants.TEXT):
        contents = [data(path) for path in paths]
        for path, content in zip(paths, contents):
            yield Input(path, content, kinds, count, always, in_turn, contents)

    yield from texts(names("oom/*.txt"), 3, ("oom {} --format json",), OF_MESSAGES)
    yield from texts(names("tenstorrent/nano*.log") + names("tenstorrent/[pr]*.log"), 4, ("tt-train --logs {} --format json",),
                     ("tt-train --logs {}", *OF_LOGS))
    yield from texts(["tenstorrent/toy_profile.log"], 16, ("tt-xla --analyze {} --out out",), OF_LOGS)
    yield from texts(names("tenstorrent/tinyllama*.json"), 4, ("tt-train --logs {} --format json",), OF_LOGS, variants.JSON)
    records = blocks_of_two()
    for name, text in (("memory_report.json", "[\n" + ",\n".join(records) + "\n]\n"),
                       ("memory_results.json", "{\n\"0\": " + records[0] + ",\n\"1\":" + records[1] + "\n}\n")):
        yield Input(name, text.encode(), variants.JSON, 8, ("check FOLDER --format csv",), OF_LOGS[1:], [])
    subprocess.run([tool.CLI, "tt-xla", "--analyze", tool.DATA / "tenstorrent" / "toy_profile.log", "--out", folder / "lists"],
                   check=True, capture_output=True)
    lists = sorted((folder / "lists").glob("*/*"))
    for path in lists:
        if path.suffix == ".json":
            further = tuple((each.name, each.read_bytes()) for each in lists if each != path and each.suffix == ".json")
            yield Input(path.name, path.read_bytes(), variants.JSON, 3, ("check FOLDER --format csv",), OF_LOGS[1:], [], further)

    for path in names("reports/*.txt"):
        pair = names(f"reports/{pathlib.Path(path).name.rsplit('-', 2)[0]}-*.txt") if "usage" not in path else []
        further = tuple((pathlib.Path(each).name, data(each)) for each in pair if each != path and "usage" not in each)
        yield Input(path, data(path), variants.TEXT, 3, ("check FOLDER --format csv",), OF_PROGRAMS[1:5], [data(path)], further)
    yield Input("rules.json", RULES, variants.JSON, 6, ("attribution padded.hlo.pb --rules {} --format json",),
                ("attribution padded.hlo.pb --rules {}", "attribution padded.hlo.pb --rules {} --format csv"), [], (("padded.hlo.pb", data("tpu_hlo/padded.hlo.pb")),))

    plans = [*names("tpu_hlo/*.hlo.pb"), *names("tpu_dumps/*/*.pb"), *names("sessions/crafted/*/*/*/*.pb"), "gpu/h100x4.xplane.pb",
             *names("reports/*.pb")]
    for path in plans:
        if "conv." not in path:
            yield Input(path, data(path), variants.BINARY, 10, ("check FOLDER --format csv",), OF_PROGRAMS[1:], [])
    for path in names("memory_analysis/*.pb"):  # of any name: no folder shows it
        yield Input(path, data(path), variants.BINARY, 6, ("buffers {} --at all --format csv",), ("check {}", "timeline {}", "modules {}"), [])
    for path in ("meaning/multisteps_accum.hlo.pb", "meaning/no_names_sgd.hlo.pb", "meaning/decode_loop_donated.hlo.pb"):
        yield Input(path, data(path), variants.BINARY, 3, ("advise FOLDER --device v5e --format json",),
                    ("buffers FOLDER --at all --format csv", "attribution FOLDER --format json"), [])
    for path in names("oom/tpu_*doc*.txt") + ["oom/own_tpu_e1001_full.txt"]:
        yield Input("padded.hlo.pb+" + path, data(path), variants.TEXT, 1, ("summary FOLDER",), ("modules FOLDER", "advise FOLDER"),
                    [data("oom/tpu_e0101_doc.txt")], (("padded.hlo.pb", data("tpu_hlo/padded.hlo.pb")),))


class Case(NamedTuple):
    input: Input
    kind: str
    number: int
    name: str  # of the file
    content: bytes
    commands: tuple

    def variant(self):
        return f"{self.kind}.{self.number}"


def cases_of(each):
    turn = 0
    file = pathlib.Path(each.name).name
    for kind in each.kinds:
        for number in range(each.count):
            chance = variants.Chance(f"{each.name} {variants.name_of(kind)} {number}")
            name = file if not each.name.startswith("padded") else chance.one_of((file, "run.log", "stderr", "notes", ".run.log", "a.json"))
            commands = (*each.always, each.in_turn[turn % len(each.in_turn)])
            turn += 1
            yield Case(each, variants.name_of(kind), number, name, lambda kind=kind, chance=chance: kind(each.data, chance, each.others),
                       commands)


def ask(command, folder):
    """The answer of a command run in a folder; None if it takes too long."""
    try:
        result = subprocess.run([tool.CLI, *command.split(" ")], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL,
                                timeout=SECONDS, check=False)
        return result.returncode, result.stdout, result.stderr
    except subprocess.TimeoutExpired:
        return None


def answers(case, folder):
    """Creates the folder again and yields each command, its exit status, its output and the files it writes."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "in").mkdir(parents=True)
    for name, content in case.input.beside:
        (folder / "in" / name).write_bytes(content)
    (folder / "in" / case.name).write_bytes(case.content())
    for command in case.commands:
        words = [{"{}": "in/" + case.name, "FOLDER": "in", "padded.hlo.pb": "in/padded.hlo.pb"}.get(word, word) for word in command.split(" ")]
        found = ask(" ".join(words), folder)
        if found is None:
            raise AssertionError(f"{case.input.name} {case.variant()}: {' '.join(words)}: longer than {SECONDS} s")
        if found[0] not in (0, 1, 3):
            raise AssertionError(f"{case.input.name} {case.variant()}: {' '.join(words)}: exit status {found[0]}: {found[2][-2000:]}")
        files = sorted(path for path in (folder / "out").glob("*/*")) if "out" in words else []
        parts = [str(found[0]).encode(), *found[1:], *itertools.chain(*((path.name.encode(), path.read_bytes()) for path in files))]
        yield " ".join(words), [re.sub(rb"_\d{8}_\d{6}\b", b"_TIME", part.replace(bytes(folder), b"FOLDER")) for part in parts]


def digest(case, folder):
    whole = hashlib.sha256()
    for _, parts in answers(case, folder):
        for part in parts:
            whole.update(len(part).to_bytes(8, "little") + part)
    return whole.hexdigest()[:6]


class DamagedOutputs(unittest.TestCase):
    def test_commands_finish_and_repeat_their_answers(self):
        stride = int(os.environ.get("TIDEMARK_SAMPLE_STRIDE", "1"))
        failures = []
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            checked = 0
            cases = [case for each in inputs(folder) for case in cases_of(each)]
            self.assertTrue(cases)
            for case in itertools.islice(cases, 0, None, stride):
                try:
                    content = case.content()
                    repeated = case._replace(content=lambda content=content: content)
                    answer = digest(repeated, folder / "work")
                    checked += 1
                    if checked % REPEATED == 0 and answer != digest(repeated, folder / "work"):
                        failures.append(f"{case.input.name} {case.variant()}: the second answer is different")
                except AssertionError as error:
                    failures.append(str(error))
                if len(failures) >= MOST_TOLD:
                    break
        if failures:
            self.fail("\n".join(failures) + f"\nThe input and the answers: {SHOW} INPUT VARIANT")


def show(name, variant):
    folder = pathlib.Path(tempfile.mkdtemp())
    case = next((case for each in inputs(folder) for case in cases_of(each) if (each.name, case.variant()) == (name, variant)), None)
    if not case:
        sys.exit(f"there is no {name} {variant}")
    for command, (status, *parts) in answers(case, folder / "work"):
        print(f"$ tidemark-cli {command}\n[{status.decode()}]")
        for part in parts:
            print(part.decode(errors="replace"))
    print(f"The input is in {folder / 'work'}.")


def main():
    arguments = sys.argv[1:]
    if SHOW in arguments:
        tool.CLI = os.path.abspath(arguments[0])
        show(*arguments[arguments.index(SHOW) + 1:][:2])
    else:
        tool.main()


main()
