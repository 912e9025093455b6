#!/usr/bin/env python3
"""lost_parts_test.py TIDEMARK_CLI: allocations, and places of logical buffers in them, that are lost from a plan.

A part is lost when it is deleted, or when a bit of its tag is flipped. Each command then gives the same answer as before,
warns, or fails. It never shows other numbers without a word. The choice of parts is the same in every run."""
import json
import os
import pathlib
import tempfile
import unittest

import tool
import variants

ASSIGNMENT, ALLOCATIONS, ASSIGNED = 3, 3, 9  # fields of HloProto, BufferAssignmentProto, BufferAllocationProto
PROGRAMS = ("tpu_hlo/padded.hlo.pb", "tpu_hlo/offload.hlo.pb", "tpu_hlo/conv.hlo.pb", "tpu_hlo/add.hlo.pb",
            "reports/allreduce_h100x4.after_optimizations.hlo.pb", "meaning/no_names_sgd.hlo.pb")
COMMANDS = (("modules", "-f", "json"), ("summary", "-f", "json"), ("check", "-f", "json"), ("buffers", "-f", "json"),
            ("timeline", "-f", "json"), ("report", "-f", "json"), ("gaps", "-f", "json"),
            ("attribution", "-f", "json"), ("advise", "-f", "json"), ("memory-viewer",))
MOST_PARTS = 12  # of each kind of a program


def parts_of(data, field):
    """Where each field of a number begins, and where its body begins and ends."""
    at = 0
    while at < len(data):
        begin = at
        tag, at = variants.number_at(data, at)
        kind = tag & 7
        body = at
        if kind == variants.VARINT:
            at = variants.number_at(data, at)[1]
        elif kind == variants.BYTES:
            size, body = variants.number_at(data, at)
            at = body + size
        else:
            at += 8 if kind == variants.FIXED64 else 4
        if tag >> 3 == field and kind == variants.BYTES:
            yield begin, body, at


def replaced(data, field, begin, change):
    """The message with its field at `begin` changed; the sizes around it are made right."""
    _, body, end = next(part for part in parts_of(data, field) if part[0] == begin)
    return data[:begin] + change(data[begin:body], data[body:end]) + data[end:]


def whole(tag, body):
    number, _ = variants.number_at(tag, 0)
    return variants.number_of(number) + variants.number_of(len(body)) + body


def delete(_, __):
    return b""


def flip(bit):
    return lambda head, body: bytes([head[0] ^ 1 << bit]) + head[1:] + body


CHANGES = {"deleted": delete, **{f"bit {bit} of its tag": flip(bit) for bit in range(8)}}


def with_lost_allocation(hlo, allocation, change):
    plan = next(parts_of(hlo, ASSIGNMENT))
    return replaced(hlo, ASSIGNMENT, plan[0],
                    lambda tag, body: whole(tag, replaced(body, ALLOCATIONS, allocation, change)))


def with_lost_place(hlo, allocation, place, change):
    return with_lost_allocation(hlo, allocation,
                                lambda tag, body: whole(tag, replaced(body, ASSIGNED, place, change)))


def sample(things, chance):
    things = list(things)
    return things if len(things) <= MOST_PARTS else [chance.one_of(things) for _ in range(MOST_PARTS)]


def losses(name, hlo):
    """Names and contents of files that have lost a part each."""
    chance = variants.Chance(name)
    begin, body, end = next(parts_of(hlo, ASSIGNMENT))
    plan = hlo[body:end]
    allocations = list(parts_of(plan, ALLOCATIONS))
    for at, inside, until in sample(allocations, chance):
        # A plan may end with an allocation of no buffer: nothing in the rest of the file then says that it was there.
        if at == allocations[-1][0] and not list(parts_of(plan[inside:until], ASSIGNED)):
            continue
        for how, change in CHANGES.items():
            yield f"allocation at {at}, {how}", with_lost_allocation(hlo, at, change)
    places = [(at, place) for at, inside, until in allocations for place, _, _ in parts_of(plan[inside:until], ASSIGNED)]
    for at, place in sample(places, chance):
        for how, change in CHANGES.items():
            yield f"place {place} of the allocation at {at}, {how}", with_lost_place(hlo, at, place, change)


def warnings_of(result):
    """The warnings on stderr, and those in the answer."""
    found = {line for line in result.stderr.splitlines() if line.startswith(b"warning: ")}
    try:
        answer = json.loads(result.stdout)
    except ValueError:
        return found
    inside = answer.get("warnings", []) if isinstance(answer, dict) else []
    return found | {json.dumps(each).encode() for each in inside}


class LostParts(unittest.TestCase):
    def test_a_loss_changes_nothing_warns_or_fails(self):
        stride = int(os.environ.get("TIDEMARK_SAMPLE_STRIDE", "1"))
        silent, told, turn = [], 0, 0
        with tempfile.TemporaryDirectory() as folder:
            for name in PROGRAMS:
                hlo = (tool.DATA / name).read_bytes()
                path = pathlib.Path(folder) / "a.hlo.pb"
                path.write_bytes(hlo)
                before = {command: tool.run(*command, path) for command in COMMANDS}
                for number, (loss, content) in enumerate(losses(name, hlo)):
                    if number % stride:
                        continue
                    path.write_bytes(content)
                    turn += 1
                    command = COMMANDS[turn % len(COMMANDS)]
                    result, was = tool.run(*command, path), before[command]
                    if result.returncode != was.returncode or warnings_of(result) - warnings_of(was):
                        told += 1
                    elif result.stdout != was.stdout:
                        silent.append(f"{name}: {loss}: {' '.join(command)}")
        if silent:
            self.fail(f"{len(silent)} losses change an answer without a word:\n" + "\n".join(silent))
        self.assertGreater(told, 100 // stride)


if __name__ == "__main__":
    tool.main()
