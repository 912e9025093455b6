#!/usr/bin/env python3
"""oom_test.py TIDEMARK_CLI: out-of-memory messages in all the forms in which logs contain them.

tests/data/oom contains messages (NAME.txt) and the expected reports (NAME.json), with amounts as the message writes them and
without values that it does not give. A log may wrap, color, escape or mix the message: the reports must be the same.
"""
import csv
import decimal
import io
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import tool

FOLDER = tool.DATA / "oom"
AMOUNTS = ("needed", "limit", "exceeded", "requested", "free", "reserved", "reservable")
NAMES = ("rank", "kind", "code", "module", "device", "memory")
ALLOCATION = ("number", "padding_factor", "shape", "op_name", "op_type", "source_file", "source_line", "label", "allocation_type")
COLUMNS = ["path", "line", *NAMES, *(f"{name}_bytes" for name in AMOUNTS), "figures", "allocations", "checks", "text",
           "times_logged", "sentence"]


def amount(text):
    """In bytes: K, M and G are binary."""
    if text is None:
        return None
    number, power = (text[:-1], "BKMGT".index(text[-1])) if text[-1] in "BKMGT" else (text, 0)
    return int((decimal.Decimal(number) * 1024 ** power).to_integral_value(decimal.ROUND_HALF_UP))


def expected_report(written):
    report = {name: written.get(name) for name in NAMES}
    report.update({f"{name}_bytes": amount(written.get(name)) for name in AMOUNTS})
    report["figures"] = [{"name": name, "bytes": amount(text)} for name, text in written["figures"]]
    report["allocations"] = [
        {"number": entry.get("number"), "size_bytes": amount(entry.get("size")), "unpadded_bytes": amount(entry.get("unpadded")),
         **{name: entry.get(name) for name in ALLOCATION[1:]},
         "address": int(entry["address"], 16) if "address" in entry else None} for entry in written["allocations"]]
    for verdict in ("fails", "note"):
        report[verdict] = written.get({"note": "notes"}.get(verdict, verdict), [])
    return report


def shown_report(report):
    """The compared part of a report: everything but its place, and only the checks that did not pass."""
    kept = {name: report[name] for name in (*NAMES, *(f"{name}_bytes" for name in AMOUNTS), "figures", "allocations")}
    for verdict in ("fails", "note"):
        kept[verdict] = [check["check"] for check in report["checks"] if check["verdict"] == verdict]
    return kept


def samples():
    """Name, text and expected reports of every sample, in order."""
    for path in sorted(FOLDER.glob("*.json")):
        yield path.stem, path.with_suffix(".txt").read_text(encoding="utf-8"), json.loads(path.read_text(encoding="utf-8"))


def answered(result):
    """The printed reports. The exit status must be 1 exactly if there are none."""
    reports = json.loads(result.stdout)
    if result.returncode != (0 if reports else 1):
        raise AssertionError(f"exit status {result.returncode}: {result.stderr.decode()}")
    return reports


def read(text, *arguments):
    """The reports in a text, read from standard input."""
    return answered(subprocess.run([tool.CLI, "oom", "-", "--format", "json", *arguments], capture_output=True, timeout=60,
                                   check=False, input=text.encode() if isinstance(text, str) else text))


def read_each(texts):
    """The reports in each of many texts, which are written to files and read by one process."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{number}.log" for number in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_bytes(text.encode())
        reports = answered(tool.run("oom", *paths, "--format", "json"))
    return [[report for report in reports if report["path"] == str(path)] for path in paths]


def each_line(prefix):
    """The text with a prefix before each line, made from the line's number."""
    return lambda text: "".join(f"{prefix(number)}{line}\n" for number, line in enumerate(text.splitlines()))


def wrapped(text, width):
    """The text wrapped like a terminal of this width does."""
    return "".join(line[at:at + width] + "\n" for line in text.splitlines() for at in range(0, max(len(line), 1), width))


def json_line(text, **fields):
    return json.dumps({"ts": "2026-01-02T03:04:05Z", "level": "error", **fields, "message": text, "step": 7}) + "\n"


STYLES = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "colours": lambda text: "".join(f"\x1b[1;31m{line}\x1b[0m\x1b[K\n" for line in text.splitlines()),
    "glog": each_line(lambda n: f"E0927 22:58:{n % 60:02}.992038  1578 tpu_program.cc:{100 + n}] "),
    "absl": each_line(lambda n: f"E0000 00:00:17000000{n % 100:02}.123456    1578 tpu_program.cc:76] "),
    "tensorflow": each_line(lambda n: f"2018-09-27 22:58:41.9920{n % 100:02}: E tensorflow/core/common_runtime/executor.cc:645] "),
    "tensorflow with thread": each_line(lambda n: f"2020-07-22 01:37:04.8614{n % 100:02}: E    1578 tensorflow/xla.cc:76] "),
    "logging": each_line(lambda n: f"2026-01-02 03:04:{n % 60:02},123 ERROR jax._src.compiler: "),
    "iso times": each_line(lambda n: f"2026-01-02T03:04:{n % 60:02}.123456Z stderr F "),
    "bracketed times": each_line(lambda n: f"[2026-01-02 03:04:{n % 60:02}] "),
    "json": json_line,
    "lines of json": lambda text: "".join(json_line(line) for line in text.splitlines()),
    "containers' json": lambda text: "".join(json.dumps({"log": line + "\n", "stream": "stderr"}) + "\n" for line in text.splitlines()),
    "syslog": each_line(lambda n: f"Nov 22 12:00:{n % 60:02} host-7 python[4711]: "),
    "ts": each_line(lambda n: f"Mar 01 10:00:{n % 60:02} "),
    "loguru": each_line(lambda n: f"2026-01-02 03:04:{n % 60:02}.123 | ERROR    | __main__:main:77 - "),
    "repr": lambda text: f"worker died: XlaRuntimeError({text!r})\n",
    "amid others": lambda text: "step 1 loss 2.5\nmemory is fine\n" * 900 + text + "\nTraceback (most recent call last):\n"
                                + "  File \"train.py\", line 7, in <module>\n" * 40,
}
RANKED = {
    "torchrun": ("3", each_line(lambda n: "[rank3]: ")),
    "mpirun": ("1,0", each_line(lambda n: "[1,0]<stderr>:")),
    "srun": ("12", each_line(lambda n: "12: ")),
    "ray": ("EngineCore_DP0", each_line(lambda n: "(EngineCore_DP0 pid=4711) ")),
    "vllm": ("EngineCore_DP0", each_line(lambda n: f"(EngineCore_DP0 pid=4711) ERROR 01-02 03:04:{n % 60:02} [core.py:{700 + n}] ")),
    "compose": ("worker-2", each_line(lambda n: "worker-2  | ")),
    "kubernetes": ("train-4", each_line(lambda n: "[pod/train-4/main] ")),
    "json": ("5", lambda text: json_line(text, rank=5)),
    "hosts in json": ("w-0", lambda text: json_line(text, host="w-0")),
    "torchrun's groups": ("3", each_line(lambda n: "[default3]:")),
    "mpirun 5": ("1,3", each_line(lambda n: "[prterun-host-4711@1,3]<stderr>: ")),
    "fields": ("3", each_line(lambda n: "rank=3 ")),
    "ranks in containers' json": ("3", lambda text: "".join(json.dumps({"log": f"[rank3]: {line}\n", "stream": "stderr"}) + "\n"
                                                            for line in text.splitlines())),
}


class Messages(unittest.TestCase):
    maxDiff = None

    def compare(self, found, written, rank=None):
        wanted = [expected_report({**report, **({"rank": rank} if rank else {})}) for report in written]
        self.assertEqual([shown_report(report) for report in found], wanted)

    def compare_each(self, change, messages, rank=None, **of_all):
        """Messages changed as in logs, with the expected reports."""
        messages = list(messages)
        for (name, _, written), found in zip(messages, read_each([change(text) for _, text, _ in messages])):
            with self.subTest(**of_all, message=name):
                self.compare(found, written, rank)

    def test_every_message_is_read_exactly(self):
        names = []
        for name, text, written in samples():
            with self.subTest(message=name):
                found = read(text)
                self.compare(found, written)
                self.assertEqual([report["line"] for report in found], [report["line"] for report in written])
                self.assertTrue(all(list(report) == COLUMNS for report in found))
                for report in found:
                    self.assertIn(report["text"].splitlines()[0].strip(), text)
            names.append(name)
        self.assertEqual(sorted(path.stem for path in FOLDER.glob("*.txt")), names)

    def test_a_message_is_the_same_in_every_style_of_log(self):
        for style, change in STYLES.items():
            self.compare_each(change, samples(), style=style)

    def test_the_rank_is_read_from_what_launchers_write(self):
        for style, (rank, change) in RANKED.items():
            self.compare_each(change, samples(), rank, style=style)

    def test_a_message_is_the_same_when_lines_are_wrapped(self):
        for width in (60, 80, 132):
            # Messages with allocations are tested below.
            self.compare_each(lambda text: wrapped(text, width), (sample for sample in samples() if not sample[2][0]["allocations"]),
                              width=width)

    def test_sizes_and_names_survive_wrapped_tables(self):
        """A wrapped line does not show if it was split at a blank, so names with blanks may differ in them."""
        messages = [sample for sample in samples() if sample[2][0]["kind"] != "bfc"]
        for (name, _, written), found in zip(messages, read_each([wrapped(text, 100) for _, text, _ in messages])):
            with self.subTest(message=name):
                self.assertEqual(len(found), len(written))
                for report, wanted in zip(map(shown_report, found), map(expected_report, written)):
                    self.assertEqual(report["figures"], wanted["figures"])
                    for column in ("number", "size_bytes", "unpadded_bytes", "op_type", "source_file", "allocation_type"):
                        self.assertEqual([entry[column] for entry in report["allocations"]],
                                         [entry[column] for entry in wanted["allocations"]], column)
                    for column in ("label", "op_name", "shape"):
                        self.assertEqual(["".join((entry[column] or "").split()) for entry in report["allocations"]],
                                         ["".join((entry[column] or "").split()) for entry in wanted["allocations"]], column)

    def test_ranks_that_write_at_the_same_time_are_separated(self):
        ranked = [(name, text, written) for name, text, written in samples() if len(written) == 1]
        lines = [[f"[rank{rank}]: {line}\n" for line in text.splitlines()] for rank, (_, text, _) in enumerate(ranked)]
        mixed = "".join(column[at] for at in range(max(map(len, lines))) for column in lines if at < len(column))
        found = {report["rank"]: shown_report(report) for report in read(mixed)}
        for rank, (name, _, written) in enumerate(ranked):
            with self.subTest(message=name):
                self.assertEqual(found.get(str(rank)), expected_report({**written[0], "rank": str(rank)}))

    def test_text_without_a_message_gives_no_report(self):
        for text in ("", "all is well\n", "memory usage >= 5 %\nRan out of memory in general.\n", "\n" * 100000,
                     "Attempting to allocate\n"):
            with self.subTest(text=text[:40]):
                self.assertEqual(read(text), [])
        result = tool.run("oom", "/dev/null")
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(b"is empty", result.stderr)
        self.assertIn(b"No out-of-memory message found", tool.run("oom", FOLDER / "gpu_short_messages.json").stderr)

    def test_a_cut_message_names_its_missing_parts(self):
        head = ("Ran out of memory in memory space hbm. Used 41.74G of 16.00G hbm. Exceeded hbm capacity by 25.74G.\n\n"
                "Total hbm usage >= 42.26G:\n    reserved        528.00M\n    program          41.74G\n    arguments  0B\n\n"
                "Program hbm requirement 41.74G:\n    global           32.0K\n    scoped           20.0K\n")
        largest = ("    HLO temp         41.74G (24.2% utilization, 0.7% fragmentation (293.84M))\n\n  Largest program allocations in hbm:"
                   "\n\n  1. Size: 32.00G\n     Shape: s32[8388608,8,4]{2,1,0:T(8,128)}\n     Unpadded size: 1.00G\n")
        for text, missing in (("Ran out of memory in memory space hbm. Used 41.74G of 16.", "the limit, the excess"),
                              (head.split(" by ")[0] + " by 2", "the excess"),
                              (head, "the rest of Program hbm requirement"),
                              (head.split("Program")[0].split("    program")[0] + "    prog", "the rest of Total hbm usage"),
                              (head + largest.split("  1. ")[0], "the list of allocations"),
                              (head + largest, "the rest of allocation 1"),
                              ("Not enough space\nOut of Memory: Not enough space to allocate 4096 B DRAM buffer across 12 banks, where "
                               "each bank needs to st", "what each bank needs"),
                              ("Shared memory size limit exceeded: requested 180224, avail", "the available amount"),
                              ("Attempting to reserve 5.00G at the bottom of memory. That was not possible. There are 4",
                               "the free amount")):
            for after in ("", "\nINFO step 7: loss 0.25\nINFO step 8: loss 0.24\n"):
                with self.subTest(missing, after=after):
                    (report,) = read(text + after)
                    self.assertEqual([check for check in report["checks"] if check["verdict"] == "fails"], [])
                    (cut,) = (check for check in report["checks"] if check["check"] == "complete")
                    self.assertEqual(cut["text"], f"The message is cut. Missing: {missing}.")

    def test_a_message_cut_anywhere_does_not_crash(self):
        for name, text, _ in samples():
            with self.subTest(message=name):
                read_each([text[:end] for end in range(1, len(text), 211)])

    def test_lines_are_counted_in_a_long_log_and_memory_stays_small(self):
        filler = b"".join(b"step %d loss 0.25 tokens per second 123456 and so on and so on\n" % n for n in range(20000))
        message = (FOLDER / "tpu_e1000_2026_no_breakdown_tutorial.txt").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "long.log"
            with path.open("wb") as file:
                for _ in range(60):
                    file.write(filler)
                file.write(message + filler)
            limited = f"ulimit -v 400000; exec {tool.CLI} oom {path} --format json"
            unlimited = f"exec {tool.CLI} oom {path} --format json"
            sanitized = subprocess.run(["grep", "-qE", "__(a|t)san_init", tool.CLI], check=False).returncode == 0
            result = subprocess.run(["sh", "-c", unlimited if sanitized else limited], capture_output=True, timeout=120, check=True)
            self.assertEqual([report["line"] for report in json.loads(result.stdout)], [60 * 20000 + 1])

    def test_a_whole_log_may_be_one_line(self):
        text = "x" * 3_000_000 + " RESOURCE_EXHAUSTED: Out of memory while trying to allocate 285212672 bytes. " + "y" * 3_000_000
        self.assertEqual([report["requested_bytes"] for report in read(text)], [285212672])

    def test_csv_has_the_columns_of_json(self):
        path = FOLDER / "tpu_hbm_compile_2019_floormod_32x.txt"
        report, = tool.answer("oom", path, "--format", "json")
        rows = list(csv.DictReader(io.StringIO(tool.run("oom", path, "--format", "csv").stdout.decode(), newline="")))
        whole = [row for row in rows if row["row"] == "report"]
        self.assertEqual([whole[0][name] for name in ("kind", "memory", "needed_bytes", "text")],
                         ["compile", "hbm", str(report["needed_bytes"]), report["text"]])
        for what, name in (("figure", "figures"), ("allocation", "allocations"), ("check", "checks")):
            of_kind = [row for row in rows if row["row"] == what]
            self.assertEqual([{key: row[key] for key in report[name][0]} for row in of_kind],
                             [{key: "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
                               for key, value in entry.items()} for entry in report[name]])

    def test_several_logs_are_read_and_none_is_overwritten(self):
        first, second = FOLDER / "tpu_e0100_doc.txt", FOLDER / "gpu_short_messages.txt"
        self.assertEqual([pathlib.Path(report["path"]).name for report in tool.answer("oom", first, second, "--format", "json")],
                         ["tpu_e0100_doc.txt"] + 3 * ["gpu_short_messages.txt"])
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            log.write_bytes(first.read_bytes())
            self.assertEqual(tool.run("oom", log, "--output", log).returncode, 3)
            self.assertEqual(log.read_bytes(), first.read_bytes())
            (pathlib.Path(folder) / "quiet.log").write_text("all is well\n")
            of_folder = tool.answer("oom", folder, "--format", "json")
            self.assertEqual([report["path"] for report in of_folder], [str(log)], "a folder stands for its logs")
            log.rename(pathlib.Path(folder) / "quiet.log")
            (pathlib.Path(folder) / "quiet.log").write_text("all is well\n")
            self.assertEqual(tool.run("oom", folder).returncode, 1)
            log.write_bytes(first.read_bytes())
            self.assertEqual(tool.run("oom", log / "none").returncode, 3)
            part = tool.run("oom", first, log / "none", second, "--format", "json")
            self.assertEqual((part.returncode, len(json.loads(part.stdout))), (3, 4), "what can be read is told")
            self.assertIn(b"none", part.stderr)
            (old := pathlib.Path(folder) / "old").write_text("kept")
            (empty := pathlib.Path(folder) / "empty").write_text("all is well\n")
            for paths, status in (([empty], 1), ([first, log / "none"], 3)):
                self.assertEqual(tool.run("oom", *paths, "--output", old).returncode, status)
                self.assertEqual(old.read_text(), "kept")
            self.assertEqual(tool.run("oom", first, empty, "--output", old).returncode, 0)
            self.assertNotEqual(old.read_text(), "kept")
        self.assertEqual(tool.run("oom").returncode, 2)
        self.assertEqual(tool.run("oom", first, "--module", "m").returncode, 2)


class Documents(unittest.TestCase):
    """The commands for every kind of document, on every sample."""

    def test_modules_list_every_message(self):
        for name, text, written in samples():
            with self.subTest(name):
                path = FOLDER / f"{name}.txt"
                reports = tool.answer("oom", path, "--format", "json")
                modules = tool.answer("modules", path, "--format", "json")
                self.assertEqual(len(modules), len(reports))
                self.assertEqual({module["document"] for module in modules}, {"oom"})
                self.assertEqual(len({module["name"] for module in modules}), len(reports))
                for module, report in zip(modules, reports):
                    if report["module"]:
                        self.assertTrue(module["name"].startswith(report["module"]))
                    self.assertEqual(len(module["spaces"]), 1)

    def test_a_document_without_the_space_is_named_with_the_others(self):
        program, message = tool.DATA / "tpu_hlo" / "add.hlo.pb", FOLDER / "own_tt_allocation.txt"
        for command in ("modules", "check"):
            result = tool.run(command, program, message, "--space", "DRAM")
            self.assertEqual(result.returncode, 0, command)
            self.assertIn(b"warning: %s: no memory space is called DRAM" % str(program).encode(), result.stderr)
            self.assertEqual(result.stdout, tool.run(command, message, "--space", "DRAM").stdout)
            result = tool.run(command, program, message, "--module", "jit_add")
            self.assertEqual((result.returncode, result.stderr), (0, b""), "another module is not meant")

    def test_rows_figures_and_checks_are_those_of_the_report(self):
        for name, text, written in samples():
            path = FOLDER / f"{name}.txt"
            reports = tool.answer("oom", path, "--format", "json")
            modules = tool.answer("modules", path, "--format", "json")
            for module, report in zip(modules, reports):
                with self.subTest(name, module=module["name"]):
                    asked = ("--module", module["name"], "--format", "json")
                    figures = tool.answer("summary", path, *asked)
                    for figure in (f"{amount}_bytes" for amount in AMOUNTS):
                        self.assertEqual(figures[figure], report[figure])
                    self.assertEqual(figures["capacity_bytes"], report["limit_bytes"])
                    sized = [entry for entry in report["allocations"] if entry["size_bytes"] is not None]
                    result = tool.run("buffers", path, *asked)
                    if sized:
                        rows = json.loads(result.stdout)
                        self.assertEqual([(row["id"], row["size_bytes"], row["op_name"], row["source_line"]) for row in rows],
                                         [(entry["number"], entry["size_bytes"], entry["op_name"], entry["source_line"])
                                          for entry in sized])
                        self.assertEqual({row["start_step"] for row in rows}, {None})
                    elif report["kind"] != "too_large":
                        self.assertEqual(result.returncode, 3)
                        self.assertIn(b"summary shows what it has", result.stderr)
            checks = tool.run("check", path, "--format", "json")
            fails = sum(check["verdict"] == "fails" for report in reports for check in report["checks"])
            self.assertEqual(checks.returncode, 1 if fails else 0)
            self.assertEqual(len(json.loads(checks.stdout)), sum(len(report["checks"]) for report in reports))

    def test_a_value_missing_from_a_message_is_unknown_in_every_list(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "train.log"
            path.write_text("Ran out of memory in memory space hbm. Used 4.00G of 2.00G hbm. Exceeded hbm capacity by 2.00G.\n\n"
                            "Program hbm requirement 4.00G:\n    HLO temp  4.00G\n\n  Largest program allocations in hbm:\n\n"
                            "  1. Size: 3.00G\n     XLA label: %a = copy(%b)\n     Allocation type: HLO temp\n     =====\n"
                            "\n  2. Size: 1.00G\n     Shape: f32[1024,1024,256]{2,1,0}\n     Allocation type: HLO temp\n     =====\n"
                            "\nRESOURCE_EXHAUSTED: TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding "
                            "available bytes: 95.74G\n")
            needed, asked = (module["spaces"][0] for module in tool.answer("modules", path, "--format", "json"))
            self.assertEqual((needed["peak_bytes"], needed["total_bytes"]), (4 << 30, 4 << 30))
            self.assertEqual({asked[figure] for figure in ("peak_bytes", "occupied_peak_bytes", "total_bytes")}, {None})
            rows = list(csv.DictReader(io.StringIO(tool.run("modules", path, "--format", "csv").stdout.decode())))
            self.assertEqual([row["peak_bytes"] for row in rows], [str(4 << 30), ""])
            self.assertNotIn(b" 0 B ", tool.run("modules", path).stdout)
            self.assertEqual([row["unpadded_bytes"] for row in tool.answer("buffers", path, "--format", "json")], [None, 1 << 30])
            lines = tool.run("buffers", path).stdout.decode().splitlines()
            self.assertIn("2 buffers hold 4", lines[0])
            self.assertFalse(any(" 0 B" in line for line in lines), lines)

    def test_an_empty_log_is_reported_as_empty(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "train.log"
            for text in ("", "\n \t\r\n"):
                path.write_text(text)
                for command in ("oom", "modules", "summary"):
                    result = tool.run(command, path)
                    self.assertEqual(result.returncode, 1 if command == "oom" else 3)
                    self.assertIn(b"train.log is empty (%d B" % len(text), result.stderr)
                    self.assertIn(b"2>&1", result.stderr)
                    self.assertNotIn(b"Captures", result.stderr)
            self.assertIn(b"standard input is empty", subprocess.run([tool.CLI, "oom", "-"], capture_output=True, check=False,
                                                                     stdin=subprocess.DEVNULL).stderr)
            other = pathlib.Path(folder) / "rank1.log"
            other.write_text("Out of memory while trying to allocate 512 bytes.\n")
            self.assertEqual(tool.run("oom", path, other).returncode, 0)

    def test_one_is_written_in_the_singular(self):
        path = FOLDER / "tpu_hbm_compile_2019_floormod_32x.txt"
        for command in ("summary", "buffers", "check", "oom"):
            self.assertNotRegex(tool.run(command, path).stdout.decode(), r"\b1 (checks|notes|buffers|modules)\b")
        with tempfile.TemporaryDirectory() as folder:
            one = pathlib.Path(folder) / "one.log"
            one.write_text("Attempting to allocate 5.00G. That was not possible. There are 4.00G free.; (0x0x0_HBM0)\n")
            self.assertEqual(tool.run("check", one).stdout, b"1 check passed, 0 failed, 0 notes.\n")

    def test_a_missing_timeline_is_reported_with_the_available_commands(self):
        result = tool.run("timeline", FOLDER / "tpu_vmem_2026_pallas_full.txt")
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"summary and buffers", result.stderr)

    def test_a_message_is_chosen_by_module_and_memory(self):
        path = FOLDER / "gpu_short_messages.txt"
        self.assertEqual(tool.answer("summary", path, "--format", "json")["requested_bytes"], 200 << 30)
        self.assertEqual(tool.run("summary", path, "--module", "no").returncode, 3)
        shared = tool.answer("summary", path, "--module", "message at line 5", "--format", "json")
        self.assertEqual((shared["space_name"], shared["limit_bytes"]), ("shared memory", 101376))

    def test_text_without_a_message_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "notes.txt"
            path.write_text("all is well\n")
            for command in ("modules", "summary", "buffers", "check"):
                result = tool.run(command, path)
                self.assertEqual(result.returncode, 3)
                self.assertIn(b"without a message about memory that ran out", result.stderr)


tool.main()
