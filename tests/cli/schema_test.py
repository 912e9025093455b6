#!/usr/bin/env python3
"""schema_test.py TIDEMARK_CLI: the JSON of every command follows its schema in app/cli/schema. Needs python3-jsonschema."""
import copy
import json
import pathlib
import pickle
import re
import unittest

import history_test
import jsonschema
import tool

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "app" / "cli" / "schema"
SHARED = ("common", "figures")

TRAINING = ROOT / "resources" / "example" / "train.xplane.pb"
PADDED = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
H100 = tool.DATA / "gpu" / "h100x4.xplane.pb"
HISTORY = tool.DATA / "history"
TT = tool.DATA / "tenstorrent"
PAIRS = tool.DATA / "pairs"
WORKERS = tool.DATA / "cpu_live" / "two_hosts"
ASSIGNMENT = tool.DATA / "memory_analysis" / "cpu_step.serialized_buffer_assignment.pb"
PROGRAMS = [PADDED, H100, ASSIGNMENT, tool.DATA / "reports", WORKERS]
RECORDED = [HISTORY / "tf_cpu_bfc.xspace.gz", HISTORY / "jax_end.pprof.gz"]
LOGS = sorted((tool.DATA / "oom").glob("*.txt")) + sorted((tool.DATA / "messages").glob("*.txt"))
RUNS = [TT / "nano_gpt_two_runs.log", TT / "nano_gpt_raw_cpp.log", TT / "real_pr50909_excerpt.log"]
OPERATIONS = [TT / "toy_profile.log", TT / "memory_results_of_older_ttrt.json"]


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def placed(schema, name, home):
    """The schema with references from the root of a document that has the shared schemas in $defs. `home` is the schema's own
    place there. Versions of jsonschema differ in how they find other files."""
    if isinstance(schema, list):
        return [placed(each, name, home) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: placed(value, name, home) for key, value in schema.items()}
    if "$ref" in schema:
        file, _, place = schema["$ref"].partition("#")
        file = file.removesuffix(".json")
        result["$ref"] = (f"#/$defs/{file}" if file not in ("", name) else home) + place
    return result


def validator(name):
    whole = placed(read(name), name, "#")
    jsonschema.Draft202012Validator.check_schema(whole)
    whole.setdefault("$defs", {}).update({each: placed(read(each), each, f"#/$defs/{each}") for each in SHARED})
    return jsonschema.Draft202012Validator(whole)


def faults(name, value):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in validator(name).iter_errors(value)]


def places(value, path=()):
    """Every object in a JSON value, with its path."""
    if isinstance(value, dict):
        yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(each, (*path, key))


class Schema(tool.FolderTest):
    def follows(self, command, *arguments, statuses=(0,)):
        """The answer of a command, which must follow its schema."""
        with self.subTest(command=command, arguments=[str(each) for each in arguments]):
            result = tool.run(command, *arguments, "--format", "json")
            self.assertIn(result.returncode, statuses, result.stderr.decode())
            value = json.loads(result.stdout)
            self.assertEqual(faults(command, value), [])
            return value
        return None

    def follows_if_answered(self, command, *arguments):
        """Returns whether the command has an answer for this kind of document."""
        result = tool.run(command, *arguments, "--format", "json")
        if result.returncode == 3:
            return False
        with self.subTest(command=command, arguments=[str(each) for each in arguments]):
            self.assertIn(result.returncode, (0, 1), result.stderr.decode())
            self.assertEqual(faults(command, json.loads(result.stdout)), [])
        return True

    def test_every_command_on_every_kind_of_document(self):
        documents = [TRAINING, *PROGRAMS, *RECORDED, *RUNS, *OPERATIONS, *LOGS[::6], PAIRS / "train_scan.hlo.pb.gz"]
        if tool.SAMPLES:
            documents += sorted((tool.SAMPLES / "torch_snapshots").glob("*.pickle"))[:3]
        answers = dict.fromkeys(("report", "summary", "modules", "buffers", "advise", "check", "timeline", "gaps", "memory-viewer"), 0)
        for path in documents:
            for command in answers:
                answers[command] += self.follows_if_answered(command, path)
        for command in ("report", "summary", "modules", "check"): # two texts have no message
            self.assertGreaterEqual(answers[command], len(documents) - 2, command)
        for command, count in answers.items():
            self.assertGreaterEqual(count, 6, command)

    def test_messages_and_runs(self):
        for path in LOGS:
            self.follows("oom", path, statuses=(0, 1))
        for path in RUNS:
            self.follows("tt-train", path)
        self.follows("tt-train", RUNS[0], "--device_memory", "12884901888")
        self.assertTrue(self.follows("report", tool.DATA / "oom" / "tpu_e0101_doc.txt")["figures"]["requested_bytes"])

    def test_options_that_change_the_fields(self):
        for by in ("category", "op", "source", "shape", "opcode"):
            self.assertTrue(self.follows("buffers", TRAINING, "--group-by", by))
        first = self.follows("buffers", PADDED, "--at", "all")[0]["id"]
        self.assertTrue(self.follows("buffers", PADDED, "--id", first, "--history"))
        self.assertIs(self.follows("report", TRAINING, "-d", "v2")["fits"], True)
        self.assertTrue(self.follows("memory-viewer", PADDED, "-s", "1"))

    def test_groups_of_an_allocation_history(self):
        device = history_test.Device(9)
        device.run(200)
        snapshot = device.snapshot(0)
        times = [event["time_us"] for event in device.events]
        middle = len(times) // 2
        for name, first, last in ("step 0", 0, middle), ("step 1", middle + 1, len(times) - 1):
            for stage, at in ("START", first), ("END", last):
                snapshot["external_annotations"].append({"stage": stage, "name": name, "device": 0, "time_us": times[at]})
        path = self.folder / "run.pickle"
        path.write_bytes(pickle.dumps(snapshot))
        for by in ("source", "stack", "during", "age"):
            self.assertTrue(self.follows("buffers", path, "--group-by", by))
        if tool.SAMPLES:
            named = tool.SAMPLES / "memory_profile" / "combined_conv.xplane.pb"
            self.assertTrue(self.follows("buffers", named, "--module", "memory profile", "--group-by", "step"))
        self.assertEqual(faults("buffers", [{"step": "step 1", "count": 1, "occupied_bytes": 8, "size_bytes": 8}]), [])
        self.assertNotEqual(faults("buffers", [{"steps": "step 1", "count": 1, "occupied_bytes": 8, "size_bytes": 8}]), [])

    def test_several_programs(self):
        self.follows("compare", PAIRS / "train_scan.hlo.pb.gz", PAIRS / "train_remat.hlo.pb.gz")
        self.follows("compare", *RECORDED[1:], HISTORY / "jax_step0.pprof.gz")
        self.follows("attribution", WORKERS)
        self.follows("attribution", *RECORDED)
        self.follows("resident", TRAINING, "-d", "v5e")

    def test_a_saved_summary(self):
        saved = self.folder / "base.json"
        saved.write_bytes(tool.run("summary", TRAINING, "-f", "json").stdout)
        self.assertIsNone(self.follows("compare", saved, TRAINING)["a"]["step"])

    def test_wrong_values_do_not_follow(self):
        """Another field, a missing field and a fraction of bytes are faults, at every depth."""
        for command, *options in (["report"], ["summary"], ["modules"], ["buffers", "-n", "2"], ["advise"], ["check"],
                                  ["attribution"], ["resident"]):
            answer = tool.answer(command, WORKERS if command == "attribution" else TRAINING, "-f", "json", *options)
            seen = set()
            for place, _ in places(answer):
                kind = tuple(key for key in place if isinstance(key, str))
                if kind in seen:
                    continue
                seen.add(kind)
                for change in (lambda found: found.update(no_such_bytes=1), lambda found: found.popitem(), self.halve):
                    wrong = copy.deepcopy(answer)
                    found = wrong
                    for key in place:
                        found = found[key]
                    if change(found) != "unchanged":
                        self.assertNotEqual(faults(command, wrong), [], (command, place))

    @staticmethod
    def halve(found):
        for key, value in found.items():
            if key.endswith("bytes") and isinstance(value, int):
                found[key] = value + 0.5
                return None
        return "unchanged"

    def test_each_schema_has_a_command_and_the_manual_names_its_fields(self):
        manual = (ROOT / "app" / "cli" / "README.md").read_text(encoding="utf-8")
        named = set(re.findall(r"[a-z0-9_]+", manual))
        commands = set(re.findall(r"^\| `([a-z-]+)`", manual, re.M))
        for path in FOLDER.glob("*.json"):
            if path.stem in SHARED:
                continue
            self.assertIn(path.stem, commands | {"tt-train"})
            if path.stem == "memory-viewer":
                continue
            schema = json.loads(path.read_text(encoding="utf-8"))
            for _, found in places(schema):
                for name in found.get("properties", ()):
                    self.assertIn(name, named, path.name)


if __name__ == "__main__":
    tool.main()
