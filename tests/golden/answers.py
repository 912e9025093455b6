"""Finds and compares the answers of XProf's memory_viewer."""
import gzip
import json
import math
import pathlib
from typing import NamedTuple

TEXTS = ("moduleName", "entryComputationName", "maxScopedVmemInstructionName")
NUMBERS = ("peakHeapMib", "peakUnpaddedHeapMib", "peakHeapSizePosition", "entryComputationParametersMib", "nonReusableMib",
           "maybeLiveOutMib", "totalBufferAllocationMib", "indefiniteBufferAllocationMib", "maxScopedVmemAllocationMib")
ROW_TEXTS = ("label", "instructionName", "shapeString", "tfOpName", "groupName", "opCode")
ROW_NUMBERS = ("logicalBufferId", "logicalBufferSizeMib", "unpaddedShapeMib")
BLOCK_TEXTS = ("name", "tfOpName", "category", "shapeString")
BLOCK_NUMBERS = ("logicalBufferId", "offset", "size", "startStep", "endStep", "unpaddedSize")


class Golden(NamedTuple):
    profile: pathlib.Path
    host: str
    module: str
    space: str
    answer: dict
    title: str


def load(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def split(name):
    """Splits 'jit_step(3).0' into module and space."""
    module, _, space = name.rpartition(".")
    return module, space


def folder(goldens, profile, host=""):
    for path in sorted(goldens.glob("*.json.gz")):
        module, space = split(path.name[: -len(".json.gz")])
        yield Golden(profile, host, module, space, load(path), str(path))


def hosts(goldens, profile):
    for path in sorted(goldens.iterdir()):
        yield from folder(path, profile, path.name)


def find(samples):
    """Every golden answer below a folder of samples whose profile exists."""
    for session in sorted(samples.glob("golden/*")):
        yield from hosts(session, samples / "sessions" / session.name)
    for goldens in sorted(samples.glob("gpu/golden_*")):
        yield from folder(goldens, samples / "gpu" / (goldens.name[len("golden_"):] + ".xplane.pb"))
    for goldens in sorted(samples.glob("cpu_live/golden_*")):
        name = goldens.name[len("golden_"):]
        if goldens.is_dir():
            yield from hosts(goldens, samples / "cpu_live" / name)
            continue
        profile = samples / "cpu_live" / (name[: -len(".json.gz")] + ".xplane.pb")
        for key, answer in sorted(load(goldens).items()):
            module, space = split(key)
            yield Golden(profile, "", module, space, answer, f"{goldens} {key}")
    goldens = samples / "memory_profile" / "golden_memory_viewer_combined_conv"
    if goldens.is_dir():
        yield from folder(goldens, samples / "memory_profile" / "combined_conv.xplane.pb")


def number(value):
    """64-bit integers are strings in proto3 JSON; 12 digits distinguish any two sizes."""
    return float(f"{float(value):.12g}")


def same(a, b):
    return math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-12)


def row(item, texts, numbers):
    source = item.get("sourceInfo", {})
    return (tuple(number(item.get(key, 0)) for key in numbers) + tuple(item.get(key, "") for key in texts)
            + (source.get("fileName", ""), number(source.get("lineNumber", 0)), source.get("stackFrame", "")))


def multiset(items, texts, numbers):
    return sorted(row(item, texts, numbers) for item in items)


def allocations(answer):
    def buffer(item):
        return (str(item.get("id", "0")), item.get("shape", ""), item.get("hloName", ""), number(item.get("sizeMib", 0)),
                tuple(str(i) for i in item.get("shapeIndex", [])))
    return sorted((str(item.get("id", "0")), number(item.get("sizeMib", 0)), tuple(item.get("attributes", [])),
                   item.get("commonShape", ""), tuple(sorted(buffer(b) for b in item.get("logicalBuffers", []))))
                  for item in answer.get("indefiniteLifetimes", []))


def spans(answer):
    return {key: (span.get("start", 0), span.get("limit", 0)) for key, span in answer.get("logicalBufferSpans", {}).items()}


def curve_difference(key, golden, ours):
    a, b = golden.get(key, []), ours.get(key, [])
    if len(a) != len(b):
        return f"{key} has {len(a)} points in the golden, {len(b)} here"
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y and (isinstance(x, str) or isinstance(y, str) or not same(x, y)):
            return f"{key}[{i}] is {x!r} in the golden, {y!r} here"
    return None


def multiset_difference(key, a, b):
    if a == b:
        return None
    missing, extra = [x for x in a if x not in b][:2], [x for x in b if x not in a][:2]
    return f"{key} differs ({len(a)} in the golden, {len(b)} here): missing {missing}, unexpected {extra}"


def order_faults(ours):
    heap, by_size = ours.get("maxHeap", []), ours.get("maxHeapBySize", [])
    if [item.get("numbered", 0) for item in heap] != list(range(len(heap))):
        yield "maxHeap is not numbered from 0"
    sizes = [item.get("logicalBufferSizeMib", 0) for item in by_size]
    if sizes != sorted(sizes, reverse=True):
        yield "maxHeapBySize is not sorted by size"
    there, back = ours.get("maxHeapToBySize", []), ours.get("bySizeToMaxHeap", [])
    everything = list(range(len(heap)))
    if sorted(there) != everything or sorted(back) != everything or [back[i] for i in there] != everything:
        yield "the index maps are not inverse to each other"
    elif any(heap[i].get("label") != by_size[there[i]].get("label") for i in range(len(heap))):
        yield "the index maps connect different rows"


def differences(golden, ours):
    """A description of the differences. XProf leaves rows of equal size in hash order, so rows are compared as multisets."""
    unknown = set(ours) - set(golden)
    found = [f"{key} is only here" for key in sorted(unknown)] + [f"{key} is missing" for key in sorted(set(golden) - set(ours))]
    found += [f"{key} is {golden.get(key, '')!r} in the golden, {ours.get(key, '')!r} here"
              for key in TEXTS if golden.get(key, "") != ours.get(key, "")]
    found += [f"{key} is {golden.get(key, 0)!r} in the golden, {ours.get(key, 0)!r} here"
              for key in NUMBERS if not same(golden.get(key, 0), ours.get(key, 0))]
    found += [curve_difference(key, golden, ours) for key in ("heapSizes", "unpaddedHeapSizes", "hloInstructionNames")]
    for key, texts, numbers in (("maxHeap", ROW_TEXTS, ROW_NUMBERS), ("maxHeapBySize", ROW_TEXTS, ROW_NUMBERS),
                                ("bufferBlocks", BLOCK_TEXTS, BLOCK_NUMBERS)):
        found.append(multiset_difference(key, multiset(golden.get(key, []), texts, numbers),
                                         multiset(ours.get(key, []), texts, numbers)))
    found.append(multiset_difference("indefiniteLifetimes", allocations(golden), allocations(ours)))
    if spans(golden) != spans(ours):
        found.append("logicalBufferSpans differ")
    return [text for text in found if text] + list(order_faults(ours))
