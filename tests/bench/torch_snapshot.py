#!/usr/bin/env python3
"""torch_snapshot.py OUT.pickle EVENTS FRAMES: writes a memory snapshot as PyTorch does, of any size, for measurements.

A block is allocated with a list of FRAMES frames, and the request to free it and its completion have one other list, as in
recorded snapshots. A tenth of the blocks is never freed. Every 10,000 events are a step with an annotation.
"""
import pickle
import random
import sys

SLOT = 1 << 20
SLOTS = 8192


def frames_of(chance, known, count):
    """A stack whose outer half is always the same: as many different stacks as a program has."""
    seed = random.Random(chance.randrange(2000))
    return [known[seed.randrange(len(known))] for _ in range(count // 2)] + known[:count - count // 2]


def main():
    out, events, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(7)
    known = [{"filename": f"/home/user/model_{i % 40}.py", "name": f"function_{i % 300}", "line": i} for i in range(1000)]
    trace, free, live, annotations = [], list(range(SLOTS)), {}, []
    time = 1_700_000_000_000_000

    def record(action, slot, size, frames):
        trace.append({"action": action, "addr": (1 << 45) + slot * SLOT, "size": size, "stream": 0, "time_us": time,
                      "compile_context": "".join(["N", "/A"]), "user_metadata": "", "frames": frames})

    while len(trace) < events:
        time += 7
        if len(trace) // 10000 >= len(annotations) // 2:
            if annotations:
                annotations.append({**annotations[-1], "stage": "END", "time_us": time})
            annotations.append({"stage": "START", "name": f"ProfilerStep#{len(annotations) // 2}", "device": 0, "time_us": time})
        if free and (len(live) < 500 or chance.random() < 0.35):
            slot = free.pop(chance.randrange(len(free)))
            live[slot] = chance.randrange(1, 2048) * 512
            record("alloc", slot, live[slot], frames_of(chance, known, count))
        else:
            slot = chance.choice(list(live)) if len(live) < 600 else next(iter(live))
            frames = frames_of(chance, known, count)
            size = live.pop(slot)
            record("free_requested", slot, size, frames)
            record("free_completed", slot, size, frames)
            free.append(slot)
    blocks = []
    for slot in range(SLOTS):
        if size := live.get(slot, 0):
            blocks.append({"address": (1 << 45) + slot * SLOT, "size": size, "requested_size": size, "state": "active_allocated", "frames": []})
        if size < SLOT:
            blocks.append({"address": (1 << 45) + slot * SLOT + size, "size": SLOT - size, "requested_size": 0, "state": "inactive",
                           "frames": []})
    active = sum(live.values())
    segment = {"device": 0, "address": 1 << 45, "total_size": SLOT * SLOTS, "allocated_size": active, "active_size": active,
               "requested_size": active, "stream": 0, "segment_type": "large", "segment_pool_id": (0, 0), "is_expandable": False,
               "frames": [], "blocks": blocks}
    with open(out, "wb") as file:
        pickle.dump({"segments": [segment], "device_traces": [trace], "allocator_settings": {}, "external_annotations": annotations}, file,
                    protocol=4)


main()
