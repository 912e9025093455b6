#!/usr/bin/env python3
"""commands_test.py TIDEMARK_CLI: names, units, exit statuses and sums that scripts rely on."""
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import tool

UNDONATED = tool.DATA / "sessions" / "tpu_v5e_inference_undonated"
LEGACY = tool.DATA / "sessions" / "tpu_legacy_stat_name"
TWO_HOSTS = tool.DATA / "cpu_live" / "two_hosts"
INFERENCE = tool.DATA / "sessions" / "tpu_v5e_inference"

SUMMARY_KEYS = """module program_id host space space_name steps peak_bytes peak_step occupied_peak_bytes occupied_peak_step
    total_bytes arguments_bytes outputs_bytes aliased_bytes constants_bytes temporaries_bytes temporaries_at_peak_bytes
    untraced_bytes thread_local_bytes unpadded_peak_bytes padding_bytes fragmentation_bytes max_scoped_bytes
    max_scoped_instruction needed_bytes device capacity_bytes headroom_bytes warnings""".split()
BUFFER_KEYS = """id instruction shape_index name shape size_bytes unpadded_bytes overlap_bytes kind live_out aliased category
    rule op_name opcode source_file source_line start_step end_step allocation offset_bytes role certain""".split()
ADVISE_KEYS = """finding saved_bytes peak_before_bytes peak_after_bytes is_estimate assumption source buffers text is_upper_bound sentence""".split()
CHECK_KEYS = "path host module program_id space check left left_bytes right right_bytes verdict text".split()
TIMELINE_KEYS = "step instruction bytes occupied_bytes unpadded_bytes inside_bytes".split()
MODULE_KEYS = "path host session name program_id hlo_bytes has_buffer_assignment spaces document".split()


def every_space(*paths):
    """Command-line options that choose each module and space of some files, and its row in `modules`."""
    for path in paths:
        for module in tool.answer("modules", path, "--format", "json"):
            for space in module["spaces"]:
                name = f"{module['name']}({module['program_id']})"
                yield [module["path"], "--module", name, "--space", space["space"]], space


def rows_of(path, *arguments):
    return tool.answer("buffers", path, *arguments, "--format", "json")


def read_csv(data):
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


class Histogram(tool.FolderTest):
    """`tt-train --visualize_peak` draws PNG with the window program."""

    LOG = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"

    def setUp(self):
        super().setUp()
        shutil.copy(tool.CLI, self.folder / "tidemark-cli")

    def draw(self, *arguments):
        return subprocess.run([self.folder / "tidemark-cli", "tt-train", "--logs", self.LOG, "--visualize_peak", "--output",
                               "peak.png", *arguments], capture_output=True, timeout=60, check=False, cwd=self.folder,
                              env={**os.environ, "PATH": str(self.folder)})

    def window(self, script):
        (self.folder / "tidemark").write_text("#!/bin/sh\n" + script)
        (self.folder / "tidemark").chmod(0o755)

    def test_the_window_gets_the_same_options(self):
        self.window('for word in "$@"; do echo "$word"; done > asked')
        result = self.draw("--model_size", "2e9", "--use_actual_sizes", "--title", "--x")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(result.stdout.endswith(b"\nVisualization saved to: peak.png\n"))
        self.assertEqual((self.folder / "asked").read_text().split("\n")[:-1],
                         ["--export=peak.png", "--view", "runs", "--histogram", "--size", "1200x800", "--model_size",
                          "2000000000", "--use_actual_sizes", "--title=--x", "--", str(self.LOG)])

    def test_a_log_comes_from_standard_input(self):
        def ask(log, *arguments, **options):
            return subprocess.run([tool.CLI, "tt-train", "--logs", log, *arguments], capture_output=True, timeout=60,
                                  check=False, cwd=self.folder, **options)
        piped = ask("-", input=self.LOG.read_bytes())
        self.assertEqual(piped.returncode, 0, piped.stderr)
        self.assertEqual(piped.stdout, ask(self.LOG).stdout)
        self.assertIn(b"standard input: there is no memory usage summary", ask("-", input=b"x\n").stderr)
        self.assertIn(b"standard input is empty", ask("-", input=b"").stderr)
        picture = ask("-", "--visualize_peak", "--output", "a.png", input=self.LOG.read_bytes())
        self.assertEqual(picture.returncode, 3)
        self.assertIn(b"not from standard input", picture.stderr)

    def test_broken_relations_are_reported_with_both_numbers(self):
        broken = self.LOG.read_bytes().replace(b"Overall DRAM Peak: 8278.65", b"Overall DRAM Peak: 8000.00")
        result = subprocess.run([tool.CLI, "tt-train", "--logs", "-"], capture_output=True, timeout=60, check=False,
                                input=broken)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"warning: tinyllama (memory_efficient): the overall DRAM peak is not the last cumulative peak. "
                      b"(8,388,608,000 B and 8,680,793,702 B)", result.stderr)

    def test_an_error_of_the_window_is_reported(self):
        self.window("echo 'warning: one' >&2; echo 'tidemark: peak.png: the disk is full' >&2; exit 1")
        result = self.draw()
        self.assertEqual(result.returncode, 3)
        self.assertTrue(result.stderr.endswith(b"tidemark-cli: peak.png: the disk is full\n"), result.stderr)

    def test_a_missing_window_is_reported(self):
        result = self.draw()
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"cannot run tidemark, which draws PNG: it is neither in the folder of this program nor in PATH", result.stderr)
        self.assertIn(b"FILE.svg", result.stderr)


class History(unittest.TestCase):
    """`buffers --id N --history`: the history of one buffer."""

    def history(self, buffer, *arguments):
        return tool.answer("buffers", UNDONATED, *arguments, "--id", buffer, "--history", "--format", "json")

    def test_every_traced_buffer_is_defined_used_and_freed_in_its_life(self):
        rows = rows_of(UNDONATED, "--at", "all")
        last = tool.answer("summary", UNDONATED, "--format", "json")["steps"]
        placed = [row for row in rows if row["start_step"] is not None and row["id"] is not None]
        for row in placed[::len(placed) // 20]:
            events = self.history(row["id"])
            self.assertEqual(list(events[0]), ["step", "event", "instruction", "opcode"])
            self.assertEqual(events[0]["event"], "defined")
            self.assertEqual(events[-1], {"step": None if row["end_step"] == last else row["end_step"],
                                          "event": "freed", "instruction": None, "opcode": None})
            if row["kind"] == "temporary":
                self.assertEqual(events[0]["step"], row["start_step"])
                self.assertEqual(events[0]["instruction"], row["instruction"])
            steps = [event["step"] for event in events if event["step"] is not None]
            self.assertEqual(steps, sorted(steps))
            self.assertLessEqual({event["event"] for event in events[1:-1]}, {"used", "shared"})

    def test_an_argument_is_live_before_and_after_the_program(self):
        argument = next(row for row in rows_of(UNDONATED) if row["kind"] == "parameter")
        events = self.history(argument["id"])
        self.assertEqual((events[0]["step"], events[0]["opcode"], events[-1]["step"]), (None, "parameter", None))
        self.assertIn("used", [event["event"] for event in events])

    def test_formats_have_the_same_content(self):
        buffer = rows_of(UNDONATED)[0]["id"]
        events = self.history(buffer)
        rows = read_csv(tool.run("buffers", UNDONATED, "--id", buffer, "--history", "--format", "csv").stdout)
        self.assertEqual([row["event"] for row in rows], [event["event"] for event in events])
        head, table = tool.run("buffers", UNDONATED, "--id", buffer, "--history").stdout.decode().split("\n\n")
        self.assertTrue(head.startswith(f"Buffer {buffer} is defined"), head)
        lines = table.splitlines()
        self.assertEqual(lines[0].split(), ["step", "event", "instruction", "opcode"])
        self.assertEqual(len(lines), 1 + len(events))
        self.assertEqual(len(self.history(buffer, "--limit", 1)), 1)

    def test_a_missing_buffer_is_reported_with_the_known_ones(self):
        result = tool.run("buffers", UNDONATED, "--id", 123456789, "--history")
        self.assertEqual((result.returncode, result.stdout), (3, b""))
        self.assertRegex(result.stderr.decode(), "no buffer has the id 123456789. The ids are from [0-9]+ to [0-9]+")
        for wrong in (["--history"], ["--id", 1], ["--id", "x", "--history"], ["--id", 1, "--history", "--at", "peak"]):
            self.assertEqual(tool.run("buffers", UNDONATED, *wrong).returncode, 2, wrong)


class Headlines(unittest.TestCase):
    """Text begins with the finding."""

    def head(self, *arguments):
        head = tool.run(*arguments).stdout.decode().split("\n\n")[0].splitlines()
        return " ".join(head[:-1]), head[-1]

    def test_a_timeline_begins_with_the_peak_and_the_share_of_steps_near_it(self):
        path = tool.session("tpu_v5e_training")
        levels = tool.answer("timeline", path, "-f", "json")
        peak = max(levels, key=lambda level: level["occupied_bytes"])
        high = sum(level["occupied_bytes"] * 10 >= peak["occupied_bytes"] * 9 for level in levels)
        finding, subject = self.head("timeline", path)
        self.assertIn(f"at step {peak['step']} of {len(levels)} ({peak['instruction']})", finding)
        self.assertIn(f". {high} steps (", finding)
        self.assertEqual(subject, "jit_train_step(137) on trainer-0, HBM (0)")

    def test_gaps_begin_with_the_largest_gap(self):
        path = tool.session("tpu_v5e_training")
        gaps = tool.answer("gaps", path, "-f", "json")
        finding, subject = self.head("gaps", path)
        self.assertIn(f"the largest of {len(gaps)} gaps is {gaps[0]['size_bytes'] / 2**20:.2f} MiB", finding)
        self.assertIn(f"{sum(gap['size_bytes'] for gap in gaps) / 2**20:.2f} MiB of ", finding)
        self.assertEqual(subject, "jit_train_step(137) on trainer-0, HBM (0)")
        crafted = tool.DATA / "sessions/crafted/plugins/profile/2026_11_21"
        self.assertIn("the only gap is 2.50 MiB", self.head("gaps", crafted / "lives.xplane.pb")[0])
        self.assertIn("there is no gap, all of 1008 MiB", self.head("gaps", crafted / "element-types.xplane.pb")[0])


class Advise(unittest.TestCase):
    """`advise`: ways to need less memory."""

    def test_findings_are_the_largest_first_and_their_peaks_explain_what_they_save(self):
        for options, space in every_space(UNDONATED, TWO_HOSTS, tool.DATA / "meaning", tool.DATA / "tpu_hlo"):
            findings = tool.answer("advise", *options, "--device", "v5e", "--format", "json")
            ids = {row["id"] for row in rows_of(*options, "--at", "all")}
            summary = tool.answer("summary", *options, "--format", "json")
            for row in findings:
                self.assertEqual(list(row), ADVISE_KEYS)
                self.assertTrue(set(row["buffers"]) <= ids, row)
                self.assertGreaterEqual(row["saved_bytes"] * 1000, summary["peak_bytes"] // 2, row)
                if row["finding"] == "fragmentation":
                    self.assertEqual([row["peak_before_bytes"], row["peak_after_bytes"]], [None, None])
                    self.assertEqual(row["saved_bytes"], summary["fragmentation_bytes"])
                    continue
                self.assertEqual(row["peak_before_bytes"], summary["occupied_peak_bytes"])
                self.assertEqual(row["peak_before_bytes"] - row["peak_after_bytes"], row["saved_bytes"])
            combined = [row for row in findings if row["finding"] not in ("all", "fragmentation", "half_batch")]
            self.assertEqual([row["finding"] for row in findings].count("all"), 1 if combined else 0)
            if combined:
                self.assertEqual(findings[-1]["finding"], "all")
                self.assertTrue(findings[-1]["is_estimate"])
                self.assertGreaterEqual(findings[-1]["saved_bytes"], combined[0]["saved_bytes"])
            saved = [row["saved_bytes"] for row in findings if row["finding"] != "all"]
            self.assertEqual(saved, sorted(saved, reverse=True))

    def test_findings_of_a_message_are_about_its_entries(self):
        for log in sorted((tool.DATA / "oom").glob("*.txt")):
            findings = tool.answer("advise", log, "--format", "json")
            rows = tool.run("buffers", log, "--at", "all", "--format", "json")
            numbers = {row["id"] for row in json.loads(rows.stdout or "[]")}
            for row in findings:
                self.assertEqual(list(row), ADVISE_KEYS)
                self.assertTrue(set(row["buffers"]) <= numbers, (log, row))
                if row["finding"] not in ("fragmentation", "scoped_vmem"):
                    self.assertEqual(row["peak_before_bytes"] - row["peak_after_bytes"], row["saved_bytes"])
                    self.assertTrue(row["is_estimate"])
        padded = tool.answer("advise", tool.DATA / "oom" / "tpu_hbm_compile_2019_floormod_32x.txt", "--format", "json")
        self.assertEqual([(row["finding"], row["saved_bytes"], row["buffers"]) for row in padded],
                         [("padding", 31 << 30, [1]), ("large_temporary", 16 << 30, [1]),
                          ("all", 31 << 30, [1])])

    def test_the_limit_of_a_message_in_the_same_folder_applies(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            program = folder / "x.hlo.pb"
            program.write_bytes((tool.DATA / "tpu_hlo" / "padded.hlo.pb").read_bytes())
            module = tool.answer("summary", program, "--format", "json")["module"]
            last = lambda *more: tool.answer("advise", folder, "--module", module, *more, "--format", "json")[-1]["text"]
            self.assertNotIn("over", last())
            (folder / "run.log").write_text("Ran out of memory in memory space hbm. Used 64.00M of 1.00M hbm. "
                                            f"HLO module: {module}.\n")
            self.assertIn("still", last())
            self.assertNotIn("over", tool.answer("advise", program, "--format", "json")[-1]["text"], "opened alone")
            self.assertIn("15.73 GiB to spare instead of 15.71 GiB", last("--device", "v5e"))


class Names(unittest.TestCase):
    def test_json_has_the_documented_keys_in_order(self):
        self.assertEqual(list(tool.answer("summary", UNDONATED, "--format", "json")), SUMMARY_KEYS)
        for command, keys in (("buffers", BUFFER_KEYS), ("timeline", TIMELINE_KEYS), ("modules", MODULE_KEYS), ("check", CHECK_KEYS)):
            for row in tool.answer(command, UNDONATED, "--format", "json"):
                self.assertEqual(list(row), keys)

    def test_csv_has_the_same_columns(self):
        for command, keys in (("buffers", BUFFER_KEYS), ("timeline", TIMELINE_KEYS), ("check", CHECK_KEYS)):
            data = tool.run(command, UNDONATED, "--format", "csv").stdout
            self.assertTrue(data.startswith((",".join(keys) + "\r\n").encode()), data[:200])
            self.assertEqual(len(read_csv(data)), len(tool.answer(command, UNDONATED, "--format", "json")))
        rows = read_csv(tool.run("modules", UNDONATED, "--format", "csv").stdout)
        spaces = sum(len(module["spaces"]) for module in tool.answer("modules", UNDONATED, "--format", "json"))
        self.assertEqual(len(rows), spaces)
        self.assertEqual(len(read_csv(tool.run("summary", UNDONATED, "--format", "csv").stdout)), 1)

    def test_csv_and_json_hold_the_same_values(self):
        rows = read_csv(tool.run("buffers", UNDONATED, "--format", "csv").stdout)
        for text, row in zip(rows, tool.answer("buffers", UNDONATED, "--format", "json")):
            for key in ("instruction", "name", "shape", "op_name", "kind"):
                self.assertEqual(text[key], row[key] if row[key] is not None else "")
            for key in ("size_bytes", "overlap_bytes", "start_step", "id"):
                self.assertEqual(text[key], str(row[key]))

    def test_ids_are_unsigned_and_exact(self):
        modules = tool.answer("modules", INFERENCE, "--format", "json")
        self.assertIn(4925098873813018656, [module["program_id"] for module in modules])

    def test_unknown_is_null(self):
        summary = tool.answer("summary", TWO_HOSTS, "--host", "worker-0", "--format", "json")
        for key in ("space_name", "capacity_bytes", "headroom_bytes", "max_scoped_bytes"):
            self.assertIsNone(summary[key], key)


class Sums(unittest.TestCase):
    def test_rows_add_up_to_both_levels_at_every_kind_of_step(self):
        for options, space in every_space(UNDONATED, LEGACY, TWO_HOSTS, tool.DATA / "gpu", tool.DATA / "tpu_hlo"):
            summary = tool.answer("summary", *options, "--format", "json")
            levels = tool.answer("timeline", *options, "--format", "json")
            self.assertEqual(len(levels), summary["steps"])
            self.assertEqual(max(row["bytes"] for row in levels), summary["peak_bytes"])
            self.assertEqual(levels[summary["peak_step"]]["bytes"], summary["peak_bytes"])
            self.assertEqual(levels[summary["occupied_peak_step"]]["occupied_bytes"], summary["occupied_peak_bytes"])
            self.assertEqual([space["peak_bytes"], space["occupied_peak_bytes"], space["total_bytes"]],
                             [summary["peak_bytes"], summary["occupied_peak_bytes"], summary["total_bytes"]])
            for step in sorted({0, summary["steps"] // 2, summary["steps"] - 1, summary["occupied_peak_step"]}):
                rows = tool.answer("buffers", *options, "--at", step, "--format", "json")
                size = sum(row["size_bytes"] for row in rows)
                self.assertEqual(size, levels[step]["bytes"] + summary["untraced_bytes"], options)
                self.assertEqual(size - sum(row["overlap_bytes"] for row in rows), levels[step]["occupied_bytes"], options)
                order = [(row["allocation"], row["start_step"], row["id"] or 0) for row in rows]
                self.assertEqual(order, sorted(order))
            for row in levels:
                self.assertTrue(0 <= row["unpadded_bytes"] <= row["occupied_bytes"] <= summary["total_bytes"])

    def test_all_rows_hold_those_of_every_step(self):
        for options, _ in every_space(LEGACY, tool.DATA / "tpu_hlo" / "padded.hlo.pb"):
            rows = tool.answer("buffers", *options, "--at", "all", "--format", "json")
            for row in rows:
                self.assertEqual(row["start_step"] is None, row["end_step"] is None)
                if row["start_step"] is None:
                    self.assertEqual(row["overlap_bytes"], 0)
            placed = [row for row in rows if row["start_step"] is not None]
            for level in tool.answer("timeline", *options, "--format", "json"):
                live = sum(r["size_bytes"] for r in placed if r["start_step"] <= level["step"] < r["end_step"])
                untraced = tool.answer("summary", *options, "--format", "json")["untraced_bytes"]
                self.assertEqual(live, level["bytes"] + untraced)

    def test_default_step_is_the_occupied_peak(self):
        step = tool.answer("summary", UNDONATED, "--format", "json")["occupied_peak_step"]
        rows = tool.run("buffers", UNDONATED, "--format", "json").stdout
        self.assertEqual(rows, tool.run("buffers", UNDONATED, "--at", "peak", "--format", "json").stdout)
        self.assertEqual(rows, tool.run("buffers", UNDONATED, "--at", step, "--format", "json").stdout)

    def test_peak_padding_and_fragmentation_add_up(self):
        for options, _ in every_space(INFERENCE, LEGACY):
            summary = tool.answer("summary", *options, "--format", "json")
            self.assertEqual(summary["fragmentation_bytes"], summary["total_bytes"] - summary["occupied_peak_bytes"])
            self.assertEqual(summary["padding_bytes"], summary["occupied_peak_bytes"] - summary["unpadded_peak_bytes"])

    def test_headroom_is_capacity_less_total(self):
        summary = tool.answer("summary", UNDONATED, "--device", "v5e", "--format", "json")
        self.assertEqual(summary["capacity_bytes"], 16911433728)
        self.assertEqual(summary["headroom_bytes"], 16911433728 - summary["total_bytes"])


class Choice(unittest.TestCase):
    def test_spaces_have_names_in_any_case(self):
        by_number = tool.run("summary", UNDONATED, "--space", 1, "--format", "json").stdout
        for name in ("vmem", "VMEM", "Vmem"):
            self.assertEqual(tool.run("summary", UNDONATED, "--space", name, "--format", "json").stdout, by_number)

    def test_ambiguity_lists_the_candidates(self):
        result = tool.run("summary", TWO_HOSTS, "--module", "jit_iota(2)")
        self.assertEqual(result.returncode, 3)
        self.assertEqual(result.stdout, b"")
        self.assertIn(b"worker-0", result.stderr)
        self.assertIn(b"worker-1", result.stderr)
        self.assertEqual(tool.run("summary", TWO_HOSTS, "--module", "jit_iota(2)", "--host", "worker-1").returncode, 0)

    def test_equal_programs_of_two_hosts_are_one_candidate(self):
        """Captures of one program on two hosts differ in the order of map entries alone."""
        result = tool.run("summary", TWO_HOSTS, "--module", "jit_train_step")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_buffers_are_sorted_and_limited(self):
        rows = rows_of(UNDONATED, "--sort", "size", "--limit", "5")
        every = rows_of(UNDONATED)
        self.assertEqual([row["size_bytes"] for row in rows],
                         sorted((row["size_bytes"] for row in every), reverse=True)[:5])
        self.assertEqual(every, rows_of(UNDONATED, "--sort", "program"))
        largest = max(every, key=lambda row: row["size_bytes"])
        self.assertEqual(rows[0], largest)
        self.assertEqual(len(rows_of(UNDONATED, "--at", "all", "--limit", "7")), 7)
        self.assertEqual(tool.run("buffers", UNDONATED, "--sort", "colour").returncode, 2)

    def test_a_missing_choice_is_reported_with_the_available_ones(self):
        for options, told in ((["--module", "jit_nothing"], b"jit_run_scan"), (["--space", "77"], b"VMEM"),
                              (["--host", "nobody"], b"gemma-inference-w-0"), (["--session", "never"], b"2026_11_20_09_30_00")):
            result = tool.run("summary", UNDONATED, *options)
            self.assertEqual(result.returncode, 3, options)
            self.assertEqual(result.stdout, b"")
            self.assertIn(told, result.stderr, options)
        result = tool.run("buffers", UNDONATED, "--at", "999999")
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"999999", result.stderr)

    def test_an_error_names_the_file(self):
        path = next(UNDONATED.rglob("*.xplane.pb"))
        for arguments in (["summary", "--module", "no"], ["summary", "--host", "no"], ["modules", "--session", "no"], ["check", "--host", "no"],
                          ["timeline", "--space", 77], ["summary", "--space", "attic"], ["buffers", "--at", 999999]):
            result = tool.run(arguments[0], path, *arguments[1:])
            self.assertEqual((result.returncode, result.stdout), (3, b""), arguments)
            self.assertIn(path.name.encode(), result.stderr, arguments)

    def test_modules_and_check_take_every_choice(self):
        for command, key in (("modules", "name"), ("check", "module")):
            whole = tool.answer(command, UNDONATED, "--format", "json")
            some = tool.answer(command, UNDONATED, "--format", "json", "--module", "jit_run_scan", "--space", "vmem")
            self.assertEqual({row[key] for row in some}, {"jit_run_scan"})
            if command == "check":
                self.assertLess(len(some), len(whole))
            self.assertEqual(tool.run(command, UNDONATED, "--space", 77).returncode, 3)
        row = tool.answer("modules", UNDONATED, "--format", "json", "--module", "jit_run_scan", "--space", 1)[0]
        self.assertEqual([space["space"] for space in row["spaces"]], [1])
        self.assertEqual({row["space"] for row in tool.answer("check", UNDONATED, "--format", "json", "--space", 1)}, {1})

    def test_modules_counts_programs_by_the_word_of_their_kind(self):
        log = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"
        text = tool.run("modules", tool.DATA / "tpu_hlo" / "add.hlo.pb", log).stdout.decode()
        self.assertTrue(text.startswith("1 module and 2 runs in 2 files"), text[:200])

    def test_a_space_that_no_module_uses_is_reported_for_all_of_them(self):
        result = tool.run("summary", INFERENCE, "--space", 7)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"SparseCore (6)", result.stderr)

    def test_names_of_spaces_are_those_of_the_platform(self):
        gpu = tool.DATA / "gpu" / "h100x4.xplane.pb"
        result = tool.run("summary", gpu, "--space", "vmem")
        self.assertEqual((result.returncode, result.stdout), (3, b""))
        self.assertIn(b"Collective", result.stderr)
        self.assertEqual(tool.run("summary", gpu, "--space", "Collective (1)").returncode, 0)

    def test_candidates_of_the_same_host_are_distinguished_by_path(self):
        with tempfile.TemporaryDirectory() as folder:
            for run, host in (("a", "worker-0"), ("b", "worker-1")):
                session = pathlib.Path(folder, run, "plugins/profile/s")
                session.mkdir(parents=True)
                source = next(TWO_HOSTS.rglob(f"{host}.xplane.pb"))
                (session / "w.xplane.pb").write_bytes(source.read_bytes())
            result = tool.run("summary", pathlib.Path(folder, "a"), pathlib.Path(folder, "b"), "--module", "jit_iota(2)")
            self.assertEqual(result.returncode, 3)
            for run in ("a", "b"):
                self.assertIn(os.path.join(folder, run).encode(), result.stderr)

    def test_a_folder_may_hold_more_files_than_are_open_by_default(self):
        with tempfile.TemporaryDirectory() as folder:
            data = (tool.DATA / "tpu_hlo" / "add.hlo.pb").read_bytes()
            for number in range(200):
                pathlib.Path(folder, f"{number}.hlo.pb").write_bytes(data)
            result = subprocess.run(["sh", "-c", 'ulimit -Sn 100; exec "$@"', "sh", tool.CLI, "modules", folder, "--format", "json"],
                                    capture_output=True, check=True)
            self.assertEqual((len(json.loads(result.stdout)), result.stderr), (200, b""))

    def test_every_command_takes_the_common_options(self):
        for command in ("modules", "summary", "timeline", "buffers", "memory-viewer", "check"):
            result = tool.run(command, UNDONATED, "--device", "v5e", "--format", "json", "--module", "jit_run_scan", "--space", 0)
            self.assertEqual(result.returncode, 0, command)
            json.loads(result.stdout)

    def test_help_lists_a_device_where_it_changes_the_answer(self):
        for command in ("modules", "summary", "timeline", "buffers", "memory-viewer", "check", "attribution", "advise"):
            self.assertEqual(b"--device" in tool.run(command, "--help").stdout, command in ("summary", "advise"), command)

    def test_memory_viewer_takes_spaces_that_are_not_used(self):
        self.assertEqual(tool.run("memory-viewer", UNDONATED, "--space", 77).returncode, 0)

    def test_wrong_usage_has_exit_status_2(self):
        for arguments in ([], ["nonsense"], ["summary"], ["summary", UNDONATED, "--format", "xml"], ["summary", UNDONATED, "--format", "1"],
                          ["summary", UNDONATED, "--module", ""], ["summary", UNDONATED, "--output="], ["memory-viewer", UNDONATED, "--format", "csv"],
                          ["summary", UNDONATED, "--nonsense"],
                          ["modules", UNDONATED, "--module"], ["buffers", UNDONATED, "--at", "nonsense"],
                          ["summary", UNDONATED, "--space", "attic"], ["summary", UNDONATED, "--device", "toaster"]):
            result = tool.run(*arguments)
            self.assertIn(result.returncode, (2, 3) if arguments[-1:] in (["attic"], ["toaster"]) else (2,), arguments)
            self.assertNotEqual(result.stderr, b"")
    def test_wrong_usage_suggests_an_option_and_the_help(self):
        for arguments, words in ((["sumary"], "there is no command and no file sumary. Did you mean summary?"), ([], "a path or a command is needed. Commands: report, modules,"),
                                 (["summary"], "PATH is required. See tidemark-cli summary --help."),
                                 (["summary", UNDONATED, "--modul=x"], "there is no option --modul. Did you mean --module?"),
                                 (["summary", UNDONATED, "--quite-different"], "there is no option --quite-different. See tidemark-cli"),
                                 (["compare", UNDONATED, UNDONATED, "third"], "nothing takes the argument third."),
                                 (["summary", UNDONATED, "--module"], "--module needs NAME."),
                                 (["buffers", UNDONATED, "--limit", "-1"], "needs a number of rows, not -1"),
                                 (["buffers", UNDONATED, "--limit", "many"], "needs a number of rows, not many")):
            result = tool.run(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(words, result.stderr.decode(), arguments)
            self.assertTrue(result.stderr.startswith(b"tidemark-cli: "), result.stderr)

    def test_help_fits_into_a_hundred_columns(self):
        commands = [line.split()[0] for line in tool.run("--help").stdout.decode().split("Commands:")[1].splitlines()
                    if line.startswith("  ") and line[2] != " "]
        self.assertIn("attribution", commands)
        for command in [[]] + [[name] for name in commands]:
            for line in tool.run(*command, "--help").stdout.decode().splitlines():
                self.assertLessEqual(len(line), 100, line)

    def test_help_and_version_succeed(self):
        for option in ("--help", "--version"):
            result = tool.run(option)
            self.assertEqual(result.returncode, 0)
            self.assertNotEqual(result.stdout, b"")


class Compare(unittest.TestCase):
    """Messages are compared by the needed bytes, not by the buffers that they list."""

    LARGE = tool.DATA / "oom" / "tpu_hbm_compile_2021_trax_dummy_op.txt"
    SMALL = tool.DATA / "oom" / "tpu_hbm_compile_2024_easydel_v4.txt"

    def test_a_larger_need_fails(self):
        for a, b, status in ((self.SMALL, self.LARGE, 1), (self.LARGE, self.SMALL, 0), (self.SMALL, self.SMALL, 0),
                             (UNDONATED, self.SMALL, 1), (self.SMALL, UNDONATED, 0)):
            self.assertEqual(tool.run("compare", a, b, "--fail-above", 0).returncode, status, (a, b))
        more = 105140799406 - 68504728371
        self.assertEqual(tool.run("compare", self.SMALL, self.LARGE, "--fail-above", more).returncode, 0)
        self.assertEqual(tool.run("compare", self.SMALL, self.LARGE, "--fail-above", more - 1).returncode, 1)

    def test_the_peak_equals_that_of_the_figures(self):
        for a, b in ((self.SMALL, self.LARGE), (UNDONATED, self.SMALL), (self.SMALL, UNDONATED)):
            compared = tool.answer("compare", a, b, "--format", "json")
            peak = next(figure for figure in compared["figures"] if figure["name"] == "occupied_peak_bytes")
            self.assertEqual((compared["a"]["occupied_peak_bytes"], compared["b"]["occupied_peak_bytes"]),
                             (peak["a_bytes"], peak["b_bytes"]), (a, b))


class Output(unittest.TestCase):
    def test_a_file_holds_the_terminal_output(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.json")
            result = tool.run("timeline", UNDONATED, "--format", "json", "--output", path)
            self.assertEqual((result.returncode, result.stdout), (0, b""))
            self.assertEqual(pathlib.Path(path).read_bytes(), tool.run("timeline", UNDONATED, "--format", "json").stdout)
            self.assertEqual(os.listdir(folder), ["out.json"])

    def test_an_error_keeps_the_old_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "out.json")
            path.write_text("old")
            self.assertEqual(tool.run("summary", UNDONATED, "--module", "nothing", "--output", path).returncode, 3)
            self.assertEqual(tool.run("summary", UNDONATED, "--output", os.path.join(folder, "no", "folder")).returncode, 3)
            self.assertEqual(path.read_text(), "old")
            self.assertEqual(os.listdir(folder), ["out.json"])

    def test_the_profile_itself_is_never_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("p.hlo.pb", "p.png"):
                path = pathlib.Path(folder, name)
                path.write_bytes((tool.DATA / "tpu_hlo" / "padded.hlo.pb").read_bytes())
                before = path.read_bytes()
                result = tool.run("modules", path, "--output", path)
                self.assertEqual((result.returncode, path.read_bytes()), (3, before))
                self.assertIn(name.encode(), result.stderr)

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([tool.CLI, "timeline", str(UNDONATED), "--format", "json"], stdout=full,
                                    stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 3)
        self.assertNotEqual(result.stderr, b"")

    def test_nothing_is_written_next_to_the_input(self):
        before = sorted(str(path) for path in tool.DATA.rglob("*"))
        for command in ("modules", "check"):
            tool.run(command, tool.DATA)
        self.assertEqual(sorted(str(path) for path in tool.DATA.rglob("*")), before)

    def test_stdout_contains_only_data(self):
        for command in ("modules", "summary", "timeline", "buffers", "check"):
            json.loads(tool.run(command, UNDONATED, "--format", "json").stdout)
            self.assertEqual(tool.run(command, UNDONATED, "--format", "json").stderr, b"", command)


class Check(unittest.TestCase):
    def test_a_check_without_programs_fails(self):
        for arguments in ([UNDONATED, "--host", "nobody"], [UNDONATED, "--module", "jit_nothing"], [UNDONATED, "--space", 77]):
            result = tool.run("check", *arguments)
            self.assertEqual((result.returncode, result.stdout), (3, b""), arguments)
            self.assertNotEqual(result.stderr, b"")

    def test_samples_are_sane(self):
        # Messages are excluded: some of them fail checks on purpose.
        result = tool.run("check", *(path for path in tool.DATA.iterdir() if path.is_dir() and path.name != "oom"),
                          "--format", "json")
        rows = json.loads(result.stdout)
        self.assertLessEqual({row["verdict"] for row in rows}, {"ok", "note", "fails"})
        self.assertGreater(len(rows), 1000)
        # These two files are made by hand. Their heap traces leave buffers live, which compilers never do.
        self.assertEqual({pathlib.Path(row["path"]).name for row in rows if row["verdict"] == "fails"},
                         {"lives.xplane.pb", "element-types.xplane.pb"})
        self.assertEqual(result.returncode, 1)


tool.main()
