#!/usr/bin/env python3
"""lost_parts_test.py TIDEMARK_CLI [--measure]: parts of memory plans that are lost or changed.

A part is deleted, a bit of its tag is flipped, or a number in it is deleted or has a flipped bit. Each command then gives the
same answer as before, warns, or fails. It never shows other numbers without a warning, except for INVISIBLE, the kinds of damage
that leave a plan which a compiler could have written. The choice of parts is the same in every run. --measure asks all commands
about each damage, and prints the numbers of answers that are the same, that are reported, and that are silent.
"""
import collections
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

import tool
import variants

PROGRAMS = ("tpu_hlo/padded.hlo.pb", "tpu_hlo/offload.hlo.pb", "tpu_hlo/conv.hlo.pb", "tpu_hlo/add.hlo.pb",
            "reports/allreduce_h100x4.after_optimizations.hlo.pb", "meaning/no_names_sgd.hlo.pb")
COMMANDS = (("modules", "-f", "json"), ("summary", "-f", "json"), ("check", "-f", "json"), ("buffers", "-f", "json"),
            ("timeline", "-f", "json"), ("report", "-f", "json"), ("gaps", "-f", "json"),
            ("attribution", "-f", "json"), ("advise", "-f", "json"), ("memory-viewer",))
OF_BYTES = re.compile(rb'"(?:digest|hlo_bytes)": ?"?\w+"?')
MOST_PARTS = 7  # of each kind of a program
# Parts of a HloProto by the numbers of their fields, outermost first.
PARTS = {"buffer": (3, 1), "allocation": (3, 3), "place": (3, 3, 9), "trace": (3, 4), "event": (3, 4, 1)}
FIELDS = {"buffer": {1: "id", 2: "size", 4: "color"},
          "allocation": {1: "index", 2: "size", 3: "thread-local", 5: "parameter", 6: "parameter number", 7: "live-out", 8: "color",
                         12: "constant"},
          "place": {1: "buffer", 2: "offset", 3: "size"},
          "event": {1: "kind", 2: "buffer", 5: "canonical"}}
INVISIBLE = {
    ("allocation", "size flipped"): "a temporary allocation may end with free bytes",
    ("allocation", "live-out flipped"): "a table of pointers may be temporary",
    ("allocation", "live-out deleted"): "as above",
    ("allocation", "color flipped"): "XLA for GPUs may move temporaries to a memory of their own",
    ("allocation", "color deleted"): "as above",
    ("place", "offset flipped"): "buffers may lie anywhere in their allocation, and reuse the place of an operand",
    ("place", "offset deleted"): "as above",
}


class Field:
    """A field of a message: where it begins, and where its body begins and ends."""

    def __init__(self, data, begin):
        self.begin = begin
        self.tag, at = variants.number_at(data, begin)
        self.number, self.wire = self.tag >> 3, self.tag & 7
        self.body = at
        if self.wire == variants.VARINT:
            at = variants.number_at(data, at)[1]
        elif self.wire == variants.BYTES:
            size, self.body = variants.number_at(data, at)
            at = self.body + size
        else:
            at += 8 if self.wire == variants.FIXED64 else 4
        self.end = at


def fields_of(data):
    at = 0
    while at < len(data):
        field = Field(data, at)
        yield field
        at = field.end


def places_of(data, path):
    """The positions of all parts at a path, each as the begins of the fields that lead to it."""
    for field in fields_of(data):
        if field.number == path[0] and field.wire == variants.BYTES:
            if len(path) == 1:
                yield (field.begin,)
            else:
                for further in places_of(data[field.body:field.end], path[1:]):
                    yield (field.begin, *further)


def replaced(data, place, change):
    """The message with a field changed; the sizes around it are made right."""
    field = Field(data, place[0])
    if len(place) == 1:
        new = change(data[field.begin:field.body], data[field.body:field.end])
    else:
        body = replaced(data[field.body:field.end], place[1:], change)
        new = variants.number_of(field.tag) + variants.number_of(len(body)) + body
    return data[:field.begin] + new + data[field.end:]


def part_at(data, place):
    field = Field(data, place[0])
    body = data[field.body:field.end]
    return body if len(place) == 1 else part_at(body, place[1:])


def delete(_, __):
    return b""


def flip_tag(bit):
    return lambda head, body: bytes([head[0] ^ 1 << bit]) + head[1:] + body


def flip_value(bit):
    """A number with one bit flipped."""
    return lambda head, body: head + variants.number_of(variants.number_at(body, 0)[0] ^ 1 << bit)


def sample(things, chance):
    things = list(things)
    return things if len(things) <= MOST_PARTS else [chance.one_of(things) for _ in range(MOST_PARTS)]


def is_last_and_empty(hlo, place):
    """Whether no buffer lies in the last allocation. Nothing in the rest of the file says that there is such an allocation."""
    return (place == list(places_of(hlo, PARTS["allocation"]))[-1]
            and all(field.number != PARTS["place"][-1] for field in fields_of(part_at(hlo, place))))


def damages(name, hlo):
    """Kinds of damage and damaged files."""
    chance = variants.Chance(name)
    for part, path in PARTS.items():
        places = list(places_of(hlo, path))
        sharing = [place for place in places if part == "event" and any(field.number == 5 for field in fields_of(part_at(hlo, place)))]
        for place in sample(places, chance) + sharing[:2]:
            if part != "allocation" or not is_last_and_empty(hlo, place):
                yield (part, "deleted"), replaced(hlo, place, delete)
                for bit in range(8):
                    yield (part, "tag"), replaced(hlo, place, flip_tag(bit))
            for field in fields_of(part_at(hlo, place)):
                known = FIELDS.get(part, {}).get(field.number)
                if known and field.wire == variants.VARINT:
                    inner = (*place, field.begin)
                    size = 1 if known in ("thread-local", "parameter", "live-out", "constant", "kind") else 36
                    yield (part, known + " deleted"), replaced(hlo, inner, delete)
                    yield (part, known + " flipped"), replaced(hlo, inner, flip_value(chance.below(size)))


def warnings_of(result):
    """The warnings on stderr, and those in the answer: warnings of summary and notes of check."""
    found = {line for line in result.stderr.splitlines() if line.startswith(b"warning: ")}
    try:
        answer = json.loads(result.stdout)
    except ValueError:
        return found
    inside = answer.get("warnings", []) if isinstance(answer, dict) else [each for each in answer if each.get("verdict") == "note"]
    return found | {json.dumps(each).encode() for each in inside}


def answer_of(result):
    """The answer without facts about the bytes of the file: its size and its digest."""
    return OF_BYTES.sub(b"", result.stdout)


def outcome(before, after):
    if after.returncode != before.returncode or warnings_of(after) - warnings_of(before):
        return "reported"
    return "same" if answer_of(after) == answer_of(before) else "silent"


def outcomes(stride, commands_of):
    """For each damage its kind, the program, the command and the outcome."""
    turn = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.hlo.pb"
        for name in PROGRAMS:
            hlo = (tool.DATA / name).read_bytes()
            path.write_bytes(hlo)
            before = {command: tool.run(*command, path) for command in COMMANDS}
            for number, (kind, content) in enumerate(damages(name, hlo)):
                if number % stride:
                    continue
                path.write_bytes(content)
                for command in commands_of(turn):
                    yield kind, f"{name} {number} {' '.join(command)}", outcome(before[command], tool.run(*command, path))
                turn += 1


def measure():
    stride = int(os.environ.get("TIDEMARK_SAMPLE_STRIDE", "1"))
    counts = collections.defaultdict(collections.Counter)
    examples = collections.defaultdict(list)
    for kind, what, result in outcomes(stride, lambda turn: COMMANDS):
        counts[kind][result] += 1
        if result == "silent":
            examples[kind].append(what)
    for kind, count in counts.items():
        print(" ".join(kind), dict(count), examples[kind][:6])


class LostParts(unittest.TestCase):
    def test_damage_changes_nothing_warns_or_fails(self):
        stride = int(os.environ.get("TIDEMARK_SAMPLE_STRIDE", "1"))
        silent, kinds, reported = [], set(), 0
        for kind, what, result in outcomes(stride, lambda turn: [COMMANDS[turn % len(COMMANDS)]]):
            kinds.add(kind)
            reported += result == "reported"
            if result == "silent" and kind not in INVISIBLE:
                silent.append(f"{' '.join(kind)}: {what}")
        if silent:
            self.fail(f"{len(silent)} damages change an answer without a warning:\n" + "\n".join(silent))
        self.assertGreater(reported, 600 // stride)
        if stride == 1:
            self.assertLessEqual(set(INVISIBLE), kinds)


if __name__ == "__main__":
    if "--measure" in sys.argv:
        tool.CLI = os.path.abspath(sys.argv[1])
        measure()
    else:
        tool.main()
