#!/usr/bin/env python3
"""history_test.py TIDEMARK_CLI: allocation histories, compared with what a simulated allocator held.

The snapshots are written by Python's own pickle. As in PyTorch's memory viewer, the state at the end is known, and events
before the first recorded one are lost.
"""
import csv
import io
import json
import pickle
import random
import subprocess

import tool

HISTORY = tool.DATA / "history"


def answer(*arguments):
    """Exit status, standard output and standard error of a command."""
    done = subprocess.run([tool.CLI, *map(str, arguments)], capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def rows(*arguments):
    status, out, error = answer(*arguments, "--format", "csv")
    assert status == 0, error
    return list(csv.DictReader(io.StringIO(out)))


def summary(*arguments):
    status, out, error = answer("summary", *arguments, "--format", "json")
    assert status == 0, error
    return json.loads(out)


class Device:
    """An allocator with segments of 1 MiB and blocks of multiples of 512 bytes, and its events in PyTorch's words."""

    SEGMENT = 1 << 20

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.blocks = {}  # address: (rounded, requested, frames)
        self.segments = set()
        self.events = []
        self.levels = [0]

    def record(self, action, address, size, frames):
        event = {"action": action, "addr": address, "size": size, "stream": 0, "time_us": 1_700_000_000_000_000 + 7 * len(self.events),
                 "frames": frames}
        self.events.append(event)
        self.levels.append(sum(block[0] for block in self.blocks.values()))

    def frames(self):
        line = self.random.randrange(5)
        return [{"filename": "/env/lib/python3.11/site-packages/torch/nn/modules/linear.py", "name": "forward", "line": 125},
                {"filename": "/home/user/model.py", "name": f"layer_{line}", "line": 10 + line},
                {"filename": "/home/user/train.py", "name": "<module>", "line": 67}]

    def allocate(self):
        requested = self.random.randrange(1, 200_000)
        rounded = (requested + 511) // 512 * 512
        for segment in sorted(self.segments):
            at = segment
            for address in sorted(a for a in self.blocks if segment <= a < segment + self.SEGMENT) + [segment + self.SEGMENT]:
                if address - at >= rounded:
                    frames = self.frames()
                    self.blocks[at] = (rounded, requested, frames)
                    self.record("alloc", at, requested, frames)
                    return
                at = address + self.blocks.get(address, (0,))[0]
        segment = (1 + len(self.segments)) * 16 * self.SEGMENT
        self.segments.add(segment)
        self.record("segment_alloc", segment, self.SEGMENT, [])

    def free(self):
        if not self.blocks:
            return
        address = self.random.choice(sorted(self.blocks))
        requested = self.blocks[address][1]
        self.record("free_requested", address, requested, [])
        del self.blocks[address]
        self.record("free_completed", address, requested, [])

    def run(self, steps):
        for _ in range(steps):
            self.random.choice([self.allocate, self.allocate, self.free])()

    def snapshot(self, begin):
        segments = []
        for segment in sorted(self.segments):
            blocks, at = [], segment
            for address in sorted(a for a in self.blocks if segment <= a < segment + self.SEGMENT):
                if address > at:
                    blocks.append({"address": at, "size": address - at, "requested_size": 0, "state": "inactive", "frames": []})
                size, requested, frames = self.blocks[address]
                blocks.append({"address": address, "size": size, "requested_size": requested, "state": "active_allocated",
                               "frames": frames})
                at = address + size
            if at < segment + self.SEGMENT:
                blocks.append({"address": at, "size": segment + self.SEGMENT - at, "requested_size": 0, "state": "inactive",
                               "frames": []})
            active = sum(block["size"] for block in blocks if block["state"] == "active_allocated")
            segments.append({"device": 0, "address": segment, "total_size": self.SEGMENT, "allocated_size": active,
                             "active_size": active, "requested_size": 0, "stream": 0, "segment_type": "large",
                             "segment_pool_id": (0, 0), "is_expandable": False, "frames": [], "blocks": blocks})
        return {"segments": segments, "device_traces": [self.events[begin:], []], "allocator_settings": {},
                "external_annotations": []}


class Histories(tool.FolderTest):
    def write(self, value, protocol=4):
        path = self.folder / f"run{protocol}.pickle"
        path.write_bytes(pickle.dumps(value, protocol=protocol))
        return path

    def test_levels_are_those_of_the_allocator_in_every_protocol(self):
        for protocol in (2, 3, 4, 5):
            device = Device(protocol)
            device.run(300)
            for begin in (0, len(device.events) // 2):
                path = self.write(device.snapshot(begin), protocol)
                # free_requested changes nothing and is no event of the axis
                kept = [i for i in range(begin, len(device.events)) if device.events[i]["action"] != "free_requested"]
                truth = [device.levels[begin]] + [device.levels[i + 1] for i in kept]
                levels = [int(row["bytes"]) for row in rows("timeline", path)]
                self.assertEqual(levels, truth, f"protocol {protocol}")
                self.assertEqual(answer("check", path)[0], 0)

    def test_rows_have_place_and_life(self):
        device = Device(7)
        device.run(200)
        path = self.write(device.snapshot(0))
        table = rows("buffers", path, "--at", "all")
        allocated = [event for event in device.events if event["action"] == "alloc"]
        self.assertEqual(len(table), len(allocated))
        self.assertEqual(sorted(int(row["unpadded_bytes"]) for row in table), sorted(event["size"] for event in allocated))
        self.assertEqual({row["source_file"] for row in table}, {"/home/user/model.py"})
        self.assertEqual(sum(row["kind"] == "kept" for row in table), len(device.blocks))

    def test_a_gap_is_inside_a_reserved_segment(self):
        device = Device(3)
        device.run(150)
        path = self.write(device.snapshot(0))
        last = len(rows("timeline", path)) - 1
        gaps = sum(int(row["size_bytes"]) for row in rows("gaps", path, "--at", last))
        self.assertEqual(gaps, len(device.segments) * Device.SEGMENT - device.levels[-1])
        status, out, error = answer("gaps", path, "--at", "0")
        self.assertEqual(status, 0, error)
        self.assertIn("the allocator holds no memory, so there are no gaps", " ".join(out.split()))

    def test_much_free_memory_in_the_segments_is_named(self):
        device = Device(1)
        device.segments = {1 << 24}
        frames = [{"filename": "/home/user/" + "/".join(f"part_{i}" for i in range(9)) + "/model.py", "name": "f", "line": 9}]
        for held, text in ((700 << 10, "1 MiB in segments; 324 KiB of it is free."), (900 << 10, None)):
            device.blocks = {1 << 24: (held, held, frames)}
            device.events.clear()
            device.record("alloc", 1 << 24, held, frames)
            _, out, _ = answer("report", self.write(device.snapshot(0)))
            sentence = " ".join(out.split("\n\n")[0].split())
            if text:
                self.assertTrue(sentence.endswith("The allocator holds " + text), sentence)
            else:
                self.assertNotIn("segments", sentence)

    def test_an_age_needs_steps(self):
        device = Device(1)
        device.run(50)
        status, _, error = answer("buffers", self.write(device.snapshot(0)), "--group-by", "age")
        self.assertEqual(status, 3)
        self.assertIn("have no age. The recording names fewer than two steps", " ".join(error.split()))

    def test_text_leaves_out_columns_without_values(self):
        device = Device(1)
        device.segments = {1 << 24}
        frames = [{"filename": "/home/user/model.py", "name": "f", "line": 9}]
        for requested, columns in ((4096, "size type name source steps"), (4000, "size type name source steps padding")):
            device.blocks = {1 << 24: (4096, requested, frames)}
            device.events.clear()
            device.record("alloc", 1 << 24, requested, frames)
            _, out, error = answer("buffers", self.write(device.snapshot(0)))
            header = " ".join(next(line for line in out.splitlines() if " type " in line).split())
            self.assertEqual(sorted(header.split()), sorted(columns.split()), out + error)

    def test_a_failed_allocation_is_the_moment_that_is_shown(self):
        device = Device(2)
        device.segments = {1 << 24}
        frames = [{"filename": "/home/user/model.py", "name": "f", "line": 9}]
        for at in range(4):
            device.blocks[(1 << 24) + (at << 16)] = (1 << 16, 1 << 16, frames)
            device.record("alloc", (1 << 24) + (at << 16), 1 << 16, frames)
        for at in range(3):
            del device.blocks[(1 << 24) + (at << 16)]
            device.record("free_completed", (1 << 24) + (at << 16), 1 << 16, [])
        device.record("oom", 0, 1 << 30, frames)
        path = self.write(device.snapshot(0))
        self.assertEqual(len(rows("buffers", path)), 1)
        self.assertEqual(len(rows("buffers", path, "--at", "peak")), 4)
        _, out, _ = answer("report", path, "--format", "json")
        report = json.loads(out)
        self.assertEqual((report["step"], report["failure_step"], report["peak_bytes"]), (4, 8, 4 << 16))
        self.assertEqual([(each["count"], each["size_bytes"]) for each in report["buffers"]], [(1, 1 << 16)])
        self.assertEqual(sum(each["bytes"] for each in report["categories"]), 1 << 16)
        _, out, _ = answer("report", path)
        self.assertIn("At the failure, event 8: 64 KiB in use.", out)
        self.assertIn("Largest allocations at the failure", out)
        figures = summary(path)
        self.assertEqual(figures["free_at_failure_bytes"], Device.SEGMENT - (1 << 16))
        self.assertEqual(figures["free_at_peak_bytes"], Device.SEGMENT - (4 << 16))

    def test_growth_is_found(self):
        device = Device(1)
        device.segments = {1 << 24}
        leak = [{"filename": "/home/user/metrics.py", "name": "append", "line": 9}]
        for step in range(60):
            device.blocks[(1 << 24) + 4096 * step] = (4096, 4096, leak)
            device.record("alloc", (1 << 24) + 4096 * step, 4096, leak)
        path = self.write(device.snapshot(0))
        findings = json.loads(answer("advise", path, "--format", "json")[1])
        self.assertEqual([finding["finding"] for finding in findings], ["growth"])
        self.assertIn("append (metrics.py:9)", findings[0]["text"])

    def test_a_log_opened_with_a_snapshot_says_what_was_in_use(self):
        device = Device(5)
        device.run(60)
        device.record("oom", 3 << 20, 700 << 20, [])
        snapshot = self.write(device.snapshot(0))
        log = self.folder / "run.log"
        log.write_text("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 700.00 MiB. GPU 0 has a total "
                       "capacity of 79.15 GiB of which 3.00 MiB is free. Of the allocated memory 1.00 GiB is allocated "
                       "by PyTorch, and 1.00 MiB is reserved by PyTorch but unallocated.\n")
        in_use = summary(snapshot)["in_use_at_failure_bytes"]
        for capacity, words, fits in ((in_use + (701 << 20), "if it is not fragmented: needs at least", None),
                                      (in_use + (699 << 20), "Does not fit: needs at least", False)):
            report = " ".join(answer("report", snapshot, "-d", f"{capacity}B")[1].split())
            self.assertIn(words, report)
            self.assertIn("700 MiB asked), 1 MiB " + ("over" if fits is False else "to spare"), report)
            record = json.loads(answer("report", snapshot, "-d", f"{capacity}B", "--format", "json")[1])
            self.assertEqual((record["fits"], record["headroom_bytes"]),
                             (fits, capacity - in_use - (700 << 20)))
        event = next(i for i, each in enumerate(rows("timeline", snapshot)) if "failed allocation" in each["instruction"])
        figures = summary("-m", "message at line 1", log, snapshot)
        self.assertEqual(figures["recorded_event"], event)
        self.assertEqual(figures["in_use_at_failure_bytes"], int(rows("timeline", snapshot)[event]["bytes"]))
        status, out, error = answer("report", log, snapshot, "--format", "json")
        self.assertEqual(status, 0, error)
        self.assertIn(f"It is event {event} of GPU 0.", json.loads(out)["messages"][0])
        self.assertNotIn("recorded_event", summary(log))

    def test_what_was_never_freed(self):
        device = Device(6)
        device.run(200)
        snapshot = self.write(device.snapshot(0))
        every = [row for row in rows("buffers", snapshot, "--at", "all") if row["kind"] == "kept"]
        kept = rows("buffers", snapshot, "--at", "end", "--type", "kept")
        self.assertEqual([row["offset_bytes"] for row in kept], [row["offset_bytes"] for row in every])
        self.assertEqual(sum(int(row["size_bytes"]) for row in kept), summary(snapshot)["kept_bytes"])
        status, _, error = answer("buffers", snapshot, "--type", "keep")
        self.assertEqual(status, 3)
        self.assertIn("Types: before, kept, freed, reserved, in_use.", error)

    def test_a_pickle_that_would_run_code_is_refused(self):
        path = self.folder / "evil.pickle"
        path.write_bytes(b"\x80\x04\x8c\x08segments\x94cos\nsystem\n\x8c\x04true\x85R.")
        status, out, error = answer("summary", path)
        self.assertEqual((status, out), (3, ""))
        self.assertIn("GLOBAL", error)
        self.assertIn("byte", error)

    def test_heap_profiles_are_compared_by_source_line(self):
        found = summary(HISTORY / "jax_end.pprof.gz")
        self.assertEqual(found["occupied_peak_bytes"], 20_221_956)  # go tool pprof: total of cpu:0
        self.assertEqual(found["space_name"], "cpu:0")
        status, out, _ = answer("compare", HISTORY / "jax_step0.pprof.gz", HISTORY / "jax_step4.pprof.gz")
        self.assertEqual(status, 0)
        self.assertIn("B's peak is 1 MiB higher: train_loop (pprof.py:21) 1 MiB more.", " ".join(out.split()))
        rows = json.loads(answer("compare", HISTORY / "jax_step0.pprof.gz", HISTORY / "jax_step4.pprof.gz", "--format",
                                 "json")[1])["rows"]
        leak = next(row for row in rows if row["op_name"] == "train_loop (pprof.py:21)")
        self.assertEqual((leak["a_count"], leak["b_count"]), (1, 5), "arrays, of which the profile adds up four")
        groups = json.loads(answer("buffers", HISTORY / "jax_step4.pprof.gz", "--group-by", "source", "--format",
                                   "json")[1])
        self.assertEqual({group["source"][-2:]: group["count"] for group in groups}[leak["op_name"][-3:-1]], 5)

    def test_allocator_events_of_a_capture(self):
        found = summary(HISTORY / "tf_cpu_bfc.xspace.gz")
        # XProf's answer for the same capture: peak and what was there before it
        self.assertEqual(found["occupied_peak_bytes"], 41_947_904)
        self.assertEqual(found["lifetime_peak_bytes"], 41_947_904)
        self.assertEqual(answer("check", HISTORY / "tf_cpu_bfc.xspace.gz")[0], 0)

    def test_programs_on_one_device_are_added_up(self):
        path = next((tool.DATA / "sessions").rglob("*.xplane.pb"))
        status, out, error = answer("resident", path, "--device", "v5e", "--format", "json")
        self.assertEqual(status, 0, error)
        found = json.loads(out)
        programs = found["programs"]
        self.assertGreater(len(programs), 1)
        arguments = [program["arguments_bytes"] for program in programs]
        self.assertEqual(found["arguments_bytes"], {"least": max(arguments), "most": sum(arguments)})
        self.assertEqual(found["persistent_bytes"], sum(program["constants_bytes"] for program in programs))
        self.assertEqual(found["temporaries_bytes"], max(program["while_it_runs_bytes"] for program in programs))
        total = found["total_bytes"]
        self.assertEqual(total["most"], sum(arguments) + found["persistent_bytes"] + found["temporaries_bytes"])
        self.assertGreaterEqual(total["least"], max(program["total_bytes"] for program in programs))
        self.assertLessEqual(total["least"], total["most"])
        self.assertEqual(found["fits"], "yes")
        one = json.loads(answer("resident", path, "--module", programs[0]["module"], "--format", "json")[1])
        self.assertEqual(one["total_bytes"], {"least": programs[0]["total_bytes"], "most": programs[0]["total_bytes"]})

    def test_a_program_needs_all_spaces_of_the_memory(self):
        path = tool.DATA / "gpu" / "h100x4.xplane.pb"
        capacity = 1 << 40
        module = json.loads(answer("summary", path, "-d", str(capacity) + "B", "--format", "json")[1])
        found = json.loads(answer("resident", path, "-m", f"{module['module']}({module['program_id']})", "--format", "json")[1])
        self.assertEqual(found["total_bytes"]["most"], capacity - module["headroom_bytes"])
        self.assertGreater(found["total_bytes"]["most"], module["total_bytes"], "there are allocations in another space")

    def test_programs_that_did_not_run_are_left_out(self):
        data = next((tool.DATA / "sessions" / "tpu_legacy_stat_name").rglob("*.xplane.pb")).read_bytes()
        devices, programs = data.split(b"/host:metadata")
        self.assertIn(b"jit_add(17)", devices)
        path = self.folder / "w.xplane.pb"
        path.write_bytes(devices.replace(b"jit_add(17)", b"jit_sub(17)") + b"/host:metadata" + programs)
        found = json.loads(answer("resident", path, "--format", "json")[1])
        self.assertEqual([program["module"] for program in found["programs"]], ["jit_fused(904)"])
        self.assertEqual(found["not_run"], 1)
        named = json.loads(answer("resident", path, "--module", "jit_add", "--module", "jit_fused", "--format", "json")[1])
        self.assertEqual((len(named["programs"]), named["not_run"]), (2, 0))

    def test_programs_of_several_captures_are_added_up(self):
        decode = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
        train = tool.DATA.parent.parent / "resources" / "example" / "train.xplane.pb"
        alone = [json.loads(answer("resident", path, "--format", "json")[1]) for path in (decode, train)]
        found = json.loads(answer("resident", decode, train, "--format", "json")[1])
        self.assertEqual(sorted(program["path"] for program in found["programs"]), sorted([str(decode), str(train)]))
        self.assertEqual(found["arguments_bytes"]["most"], sum(each["arguments_bytes"]["most"] for each in alone))
        self.assertEqual(found["temporaries_bytes"], max(each["temporaries_bytes"] for each in alone))
        self.assertIsNone(json.loads(answer("resident", decode, "--format", "json")[1])["fits"])
        status, out, _ = answer("resident", decode, train, "--device", "4GiB")
        self.assertEqual(status, 1, "the answer is no")
        self.assertIn("The 2 programs do not fit", out)
        # Both sides of a session are workers, and a device holds the programs of one.
        session = tool.DATA / "sessions" / "tpu_v5e_inference"
        workers = sorted(session.rglob("*.xplane.pb"))
        self.assertEqual(len(workers), 2)
        self.assertEqual(answer("resident", *workers)[1], answer("resident", session)[1])

    def test_programs_that_the_compiler_refused_are_left_out(self):
        for name in ("padded", "offload"):
            self.copy(tool.DATA / "tpu_hlo" / f"{name}.hlo.pb", f"dump/module_0000.jit_{name}.cl_1.after_optimizations.hlo.pb")
        (self.folder / "dump" / "module_0000.jit_offload.cl_1.oom_intermediate_module.txt").write_text("HloModule jit_offload")
        found = json.loads(answer("resident", self.folder / "dump", "--format", "json")[1])
        self.assertEqual((len(found["programs"]), len(found["refused"])), (1, 1))
        self.assertIn("because the compiler refused it: " + found["refused"][0], found["sentence"])
        named = json.loads(answer("resident", self.folder / "dump", "--module", found["refused"][0], "--format", "json")[1])
        self.assertEqual((len(named["programs"]), named["refused"]), (1, []))


if __name__ == "__main__":
    tool.main()
