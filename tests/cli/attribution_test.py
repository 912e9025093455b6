#!/usr/bin/env python3
"""attribution_test.py TIDEMARK_CLI: the script by which users attribute memory across workers today, its calls of XProf
replaced by `modules` and `memory-viewer`; and the command that answers the same question at once."""
import collections
import csv
import gzip
import io
import json
import pathlib
import re
import shutil
import tempfile
import unittest

import tool

MODULE = "jit_run_scan(4925098873813018656)"
GRADIENT = re.compile(r"\bgrad(ient)?s?\b|backward|optimizer|adam|momentum|rmsprop|weight_decay", re.IGNORECASE)


def figures(view):
    """The line that the script prints for one answer of memory_viewer, in GiB."""
    groups = collections.defaultdict(float)
    caches = parameters = 0.0
    hits = 0
    for row in view.get("maxHeapBySize", []):
        size = float(row.get("logicalBufferSizeMib", 0.0))
        groups[row.get("groupName", "<empty>")] += size
        name = str(row.get("tfOpName", ""))
        if row.get("groupName") == "Parameter" and name in {"init_carry[2]", "init_carry[3]"}:
            caches += size
        elif row.get("groupName") == "Parameter" and name.startswith("params['"):
            parameters += size
        text = " ".join(str(row.get(key, "")) for key in ("label", "instructionName", "tfOpName", "shapeString"))
        hits += bool(GRADIENT.search(text))
    sums = (view.get("peakHeapMib", 0.0), view.get("entryComputationParametersMib", 0.0), caches, parameters,
            groups["Temporary"], groups["Output"])
    return " ".join(f"{float(mib) / 1024:.3f}" for mib in sums) + f" {hits}"


def attribute(profile):
    """One line of figures per worker, by host."""
    rows = {}
    for module in tool.answer("modules", "--format", "json", profile):
        if module["name"] != "jit_run_scan":
            continue
        assert f"{module['name']}({module['program_id']})" == MODULE
        rows[module["host"]] = figures(tool.answer("memory-viewer", profile, "--host", module["host"], "--space", 0,
                                                   "--module", MODULE))
    return rows


def golden(profile):
    """The same for XProf's own answers, which are stored next to the sessions."""
    rows = {}
    for host in (profile.parent.parent / "golden" / profile.name).iterdir():
        with gzip.open(host / f"{MODULE}.0.json.gz", "rt", encoding="utf-8") as answer:
            rows[host.name] = figures(json.load(answer))
    return rows


class Attribution(unittest.TestCase):
    def test_workers_have_the_figures_of_xprofs_answers_for_them(self):
        for name in ("tpu_v5e_inference", "tpu_v5e_inference_undonated"):
            profile = tool.session(name)
            rows = attribute(profile)
            expected = golden(profile)
            self.assertGreaterEqual(len(expected), 1)
            self.assertEqual({host: rows.get(host) for host in expected}, expected)

    def test_undonated_caches_are_found(self):
        # The output of the users' script with XProf 2.24.2 for this session.
        self.assertEqual(attribute(tool.session("tpu_v5e_inference_undonated")),
                         {"gemma-inference-w-0": "7.866 4.468 3.250 1.218 0.148 3.250 0"})

    def test_constants_and_outputs_are_those_of_the_compiler(self):
        found = set()
        for path in (*sorted((tool.DATA / "meaning").glob("*.hlo.pb")), *sorted((tool.DATA / "tpu_hlo").glob("*.hlo.pb")),
                     tool.DATA / "gpu" / "h100x4.xplane.pb"):
            for row in tool.answer("buffers", path, "--at", "all", "--format", "json"):
                is_table = row["kind"] in ("temporary", "thread_local") and "independent of the arguments" in row["rule"]
                if row["category"] in ("constants", "outputs") and not is_table:
                    found.add((row["category"], row["kind"]))
        self.assertEqual(found, {("constants", "constant"), ("outputs", "output")})

    def test_a_worker_with_another_program_differs(self):
        rows = attribute(tool.session("tpu_v5e_inference"))
        # XProf treats all workers as the first one. Peak and arguments are the compiler's: 4797161472 and 6541991936 bytes of
        # arguments (compiler_test.py) are 4.468 and 6.093 GiB.
        self.assertTrue(rows["gemma-inference-w-0"].startswith("4.616 4.468 0.000 "), rows["gemma-inference-w-0"])
        self.assertTrue(rows["gemma-inference-w-11"].startswith("6.301 6.093 "), rows["gemma-inference-w-11"])
        self.assertEqual(len(set(rows.values())), 2)

    def test_workers_of_several_sessions_are_named_with_their_session(self):
        out = tool.run("attribution", tool.DATA / "sessions", "--module", "jit_run_scan").stdout.decode()
        self.assertIn("2026_11_20_09_30_00/gemma-inference-w-0", out)
        out = tool.run("attribution", tool.session("tpu_v5e_inference")).stdout.decode()
        self.assertNotIn("/gemma", out)


SCALARS = """path host session chips module program_id digest space step peak_bytes occupied_peak_bytes level_bytes
    arguments_bytes""".split()
GROUPS = ["parameter", "output", "constant", "thread_local", "temporary"]
CATEGORIES = """model_parameters optimizer_state gradients kv_cache inputs other_state activations outputs constants
    unknown""".split()
SEED_CATEGORIES = ["kv_cache", "model_params", "other_carry_state", "other_parameter"]
SUMS = ["count", "occupied_bytes", "size_bytes"]
W0, W11 = "gemma-inference-w-0", "gemma-inference-w-11"


def attribution(*arguments):
    return tool.answer("attribution", *arguments, "--format", "json")


def table(*arguments):
    result = tool.run("attribution", *arguments, "--format", "csv")
    assert result.returncode == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout.decode(), newline="")))


def seed_lines(*arguments):
    """The first table of the text: its lines after the heading."""
    result = tool.run("attribution", *arguments)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.decode().split("\n")
    return lines, [line.replace("\t", " ") for line in lines[3:lines.index("", 3)]]


def total(entries, key):
    return sum(entry[key] for entry in entries)


class Command(unittest.TestCase):
    inference = tool.DATA / "sessions" / "tpu_v5e_inference"
    undonated = tool.DATA / "sessions" / "tpu_v5e_inference_undonated"
    two_hosts = tool.DATA / "cpu_live" / "two_hosts"

    def test_seed_004_prints_the_table_of_the_script(self):
        for rules in (["--rules", "seed-004"],):
            lines, workers = seed_lines(self.undonated, *rules)
            self.assertEqual(lines[0], "workers analyzed: 1")
            self.assertEqual(lines[2], "host\tpeak_GiB\tentry_params_GiB\tkv_cache_GiB\tmodel_params_GiB\t"
                                       "temporary_GiB\toutput_GiB\tgradient_hits")
            self.assertEqual(workers, [f"{W0} 7.866 4.468 3.250 1.218 0.148 3.250 0"])
            lines, workers = seed_lines(self.inference, *rules)
            self.assertEqual(workers, [f"{W0} 4.616 4.468 3.250 1.218 0.148 0.000 0",
                                       f"{W11} 6.301 6.093 4.875 1.218 0.208 0.000 0"])
            begin = lines.index("Aggregate min/avg/max (GiB):")
            self.assertEqual(lines[begin + 1:begin + 8],
                             ["peak_mib: 4.616/5.458/6.301", "entry_params_mib: 4.468/5.280/6.093",
                              "kv_cache_mib: 3.250/4.062/4.875", "model_params_mib: 1.218/1.218/1.218",
                              "group_temporary_mib: 0.148/0.178/0.208", "group_output_mib: 0.000/0.000/0.000",
                              "gradient_marker_hits: 0 / 0"])
        self.assertIn(f"{W11} differs in jit_run_scan: init_carry[2] and init_carry[3] have 24 instead of 16",
                      " ".join(lines))

    def test_text_is_the_finding_and_one_table_that_fits(self):
        for path in (self.inference, self.undonated):
            text = tool.run("attribution", path).stdout.decode()
            for line in text.splitlines():
                self.assertLessEqual(len(line), 100, line)
            for label in ("_GiB", "_mib", "(GiB)", "workers analyzed"):
                self.assertNotIn(label, text)
        self.assertTrue(tool.run("attribution", self.inference).stdout.decode().startswith(f"{W11} is 1.68 GiB above"))

    def test_a_dump_folder_is_one_worker(self):
        with tempfile.TemporaryDirectory() as folder:
            for source in sorted((tool.DATA / "tpu_hlo").glob("*.hlo.pb"))[:3]:
                (pathlib.Path(folder) / source.name).write_bytes(source.read_bytes())
            programs = tool.answer("modules", folder, "--format", "json")
            self.assertGreater(len(programs), 1)
            workers = attribution(folder)["workers"]
            largest = max(space["occupied_peak_bytes"] for program in programs for space in program["spaces"]
                          if space["space"] == 0)
            self.assertEqual([worker["occupied_peak_bytes"] for worker in workers], [largest])

    def test_names_and_order_follow_the_contract(self):
        answer = attribution(self.inference)
        self.assertEqual(list(answer), ["rules", "workers", "aggregate", "differing"])
        self.assertEqual(answer["rules"], "built-in")
        for worker in answer["workers"]:
            self.assertEqual(list(worker), SCALARS + ["groups", "categories", "gradient_hits", "checks"])
            self.assertEqual([group["group"] for group in worker["groups"]], GROUPS)
            self.assertEqual(list(worker["groups"][0]), ["group", *SUMS])
            self.assertEqual([category["category"] for category in worker["categories"]], CATEGORIES)
            self.assertEqual(list(worker["categories"][0]), ["category", *SUMS, "uncertain_bytes", "largest", "roles"])
            self.assertEqual([role["role"] for role in worker["categories"][-1]["roles"]], [None])
            self.assertEqual([list(check) for check in worker["checks"]],
                             [["check", "left", "left_bytes", "right", "right_bytes", "verdict", "text"]] * 5)
        self.assertEqual([list(entry) for entry in answer["differing"]],
                         [["path", "host", "session", "module", "program_id", "text"]])
        columns = [column for column in table(self.inference)[0] if column.endswith("_bytes")]
        self.assertEqual([entry["column"] for entry in answer["aggregate"]], columns)
        self.assertEqual(list(answer["aggregate"][0]), ["module", "column", "min", "average", "max"])

    def test_everything_adds_up_to_the_level(self):
        for path in (self.inference, self.undonated, self.two_hosts, tool.DATA / "gpu", tool.DATA / "meaning"):
            for step in ("peak", "0"):
                for worker in attribution(path, "--at", step)["workers"]:
                    self.assertEqual(total(worker["groups"], "occupied_bytes"), worker["level_bytes"])
                    self.assertEqual(total(worker["categories"], "occupied_bytes"), worker["level_bytes"])
                    for key in SUMS:
                        self.assertEqual(total(worker["groups"], key), total(worker["categories"], key))
                        for category in worker["categories"]:
                            self.assertEqual(total(category["roles"], key), category[key])
                    self.assertEqual([check["verdict"] for check in worker["checks"]], ["ok"] * 5)
                    if step == "peak":
                        self.assertEqual(worker["level_bytes"], worker["occupied_peak_bytes"])

    def test_bytes_of_a_probable_category_are_told(self):
        path = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
        rows = tool.answer("buffers", path, "--format", "json")
        worker = attribution(path)["workers"][0]
        for category in worker["categories"]:
            own = [row for row in rows if row["category"] == category["category"] and row["certain"] is False]
            self.assertEqual(category["uncertain_bytes"], total(own, "size_bytes") - total(own, "overlap_bytes"))
        self.assertGreater(total(worker["categories"], "uncertain_bytes"), 0)
        text = " ".join(tool.run("attribution", path).stdout.decode().split())
        self.assertIn("Only probable in padded.hlo.pb, because the evidence is weak: 4.50 KiB of model parameters, "
                      "38.64 MiB of inputs, 314.5 KiB of activations, 4.60 MiB of other outputs.", text)
        self.assertNotIn("probable", tool.run("attribution", self.inference).stdout.decode())

    def test_rows_of_buffers_give_the_same_sums(self):
        worker = attribution(self.undonated)["workers"][0]
        rows = tool.answer("buffers", self.undonated, "--format", "json")
        for category in worker["categories"]:
            own = [row for row in rows if row["category"] == category["category"]]
            self.assertEqual(category["count"], len(own))
            self.assertEqual(category["size_bytes"], total(own, "size_bytes"))
            self.assertEqual(category["largest"], max(own, key=lambda r: r["size_bytes"])["name"] if own else None)

    def test_figures_equal_those_of_summary(self):
        worker = attribution(self.undonated)["workers"][0]
        summary = tool.answer("summary", self.undonated, "--format", "json")
        for key in ("peak_bytes", "occupied_peak_bytes", "arguments_bytes"):
            self.assertEqual(worker[key], summary[key])
        self.assertEqual(worker["step"], summary["occupied_peak_step"])
        self.assertEqual(worker["chips"], 4)
        self.assertIsNone(attribution(self.two_hosts)["workers"][0]["chips"])

    def test_csv_holds_the_scalars_and_the_occupied_bytes(self):
        workers = attribution(self.inference)["workers"]
        rows = table(self.inference)
        self.assertEqual(list(rows[0]), SCALARS + ["gradient_hits"] + [f"group_{group}_bytes" for group in GROUPS]
                         + [f"category_{category}_bytes" for category in CATEGORIES])
        for row, worker in zip(rows, workers):
            for key in [*SCALARS, "gradient_hits"]:
                self.assertEqual(row[key], str(worker[key]))
            for group in worker["groups"]:
                self.assertEqual(row[f"group_{group['group']}_bytes"], str(group["occupied_bytes"]))
            for category in worker["categories"]:
                self.assertEqual(row[f"category_{category['category']}_bytes"], str(category["occupied_bytes"]))

    def test_aggregates_match_the_columns(self):
        rows = table(self.inference)
        for entry in attribution(self.inference)["aggregate"]:
            values = [int(row[entry["column"]]) for row in rows]
            self.assertEqual((entry["min"], entry["max"]), (min(values), max(values)))
            self.assertLessEqual(abs(entry["average"] * len(values) - sum(values)), len(values) / 2)

    def test_rules_of_the_script_divide_arguments_alone(self):
        for worker in attribution(self.inference, "--rules", "seed-004")["workers"]:
            self.assertEqual([category["category"] for category in worker["categories"]], SEED_CATEGORIES)
            self.assertTrue(all(category["roles"] == [] for category in worker["categories"]))
            self.assertEqual(total(worker["categories"], "occupied_bytes"), worker["groups"][0]["occupied_bytes"])
            self.assertEqual([check["verdict"] for check in worker["checks"]], ["ok"] * 5)

    def test_check_lists_the_checks_of_an_attribution_once(self):
        checks = [check for check in tool.answer("check", self.undonated, "--format", "json") if check["space"] == 0]
        names = [check["check"] for check in checks]
        self.assertEqual(len(set(names)), len(names))
        for check in attribution(self.undonated)["workers"][0]["checks"]:
            [same] = [entry for entry in checks if entry["check"] == check["check"]]
            self.assertEqual({key: same[key] for key in check}, check)
        both = {check["check"]: (check["left_bytes"], check["right_bytes"]) for check in checks}
        summary = tool.answer("summary", self.undonated, "--format", "json")
        self.assertEqual(both["categories-sum-to-level"], (summary["occupied_peak_bytes"],) * 2)
        self.assertEqual(both["split-sums-to-parameter-rows"], (summary["arguments_bytes"],) * 2)
        self.assertEqual(both["donated-arguments"], (summary["aliased_bytes"],) * 2)

    def test_text_counts_the_checks_of_the_command_check(self):
        for path in (tool.session("tpu_v5e_inference_undonated"), tool.session("tpu_v5e_training")):
            options = [path, "-m", tool.answer("summary", path, "-f", "json")["module"]]
            checks = tool.answer("check", *options, "-s", "0", "-f", "json")
            passed = sum(check["verdict"] == "ok" for check in checks)
            self.assertIn(f"\n{passed} checks passed.\n", tool.run("attribution", *options).stdout.decode())

    def test_own_rules_come_first_and_their_categories_before_unknown(self):
        with tempfile.TemporaryDirectory() as folder:
            rules = pathlib.Path(folder) / "rules.json"
            rules.write_text('{"rules": [{"category": "embeddings", "field": "path", "pattern": "embed"}]}')
            answer = attribution(self.undonated, "--rules", rules)
            self.assertEqual(answer["rules"], str(rules))
            categories = answer["workers"][0]["categories"]
            self.assertEqual([category["category"] for category in categories],
                             CATEGORIES[:-1] + ["embeddings", "unknown"])
            self.assertGreater(categories[-2]["occupied_bytes"], 0)
            self.assertEqual([role["role"] for role in categories[-2]["roles"]], [None])
            self.assertEqual(total(categories, "occupied_bytes"), answer["workers"][0]["level_bytes"])
            written = tool.run("attribution", self.undonated, "--rules", rules, "--output", rules)
            self.assertEqual(written.returncode, 3)
            self.assertIn("embeddings", rules.read_text())
            rules.write_text('{"rules": [{"category": "x", "field": "path", "pattern": "("}]}')
            broken = tool.run("attribution", self.undonated, "--rules", rules)
            self.assertEqual(broken.returncode, 3)
            self.assertIn(f"{rules}:1:".encode(), broken.stderr)
            rules.write_text('{"rules": [{"category": "x", "field": "path", "pattern": "a", "kinds": ["nope"]}]}')
            foreign = tool.run("attribution", self.undonated, "--rules", rules)
            self.assertEqual(foreign.returncode, 3)
            self.assertIn(f'{rules}:1:72: unknown kind "nope"'.encode(), foreign.stderr)

    def test_workers_are_in_natural_order_and_the_majority_decides(self):
        [first] = self.inference.rglob(f"{W0}.xplane.pb")
        [other] = self.inference.rglob(f"{W11}.xplane.pb")
        with tempfile.TemporaryDirectory() as folder:
            for worker in range(12):
                shutil.copy(other if worker == 2 else first, pathlib.Path(folder) / f"run-w-{worker}.xplane.pb")
            answer = attribution(folder)
            self.assertEqual([worker["host"] for worker in answer["workers"]], [f"run-w-{i}" for i in range(12)])
            self.assertEqual([entry["host"] for entry in answer["differing"]], ["run-w-2"])
            self.assertEqual(len({worker["digest"] for worker in answer["workers"]}), 2)
            # If programs are equally frequent, that of the first path is the common one.
            for worker in range(3, 12):
                (pathlib.Path(folder) / f"run-w-{worker}.xplane.pb").unlink()
            (pathlib.Path(folder) / "run-w-1.xplane.pb").unlink()
            self.assertEqual([entry["host"] for entry in attribution(folder)["differing"]], ["run-w-2"])

    def test_a_part_of_a_run_names_the_rest(self):
        with tempfile.TemporaryDirectory() as folder:
            parts = [pathlib.Path(folder) / f"2026_11_20_09_00_0{second}" for second in (0, 1)]
            profiles = sorted(tool.session("tpu_v5e_inference").rglob("*.xplane.pb"))[:2]
            for part, profile in zip(parts, profiles):
                part.mkdir()
                shutil.copy(profile, part)
            told = tool.run("attribution", parts[0])
            self.assertEqual(told.returncode, 0)
            self.assertEqual(told.stderr.decode(), f"note: 1 more worker of this run lies in {parts[1]}. Give this folder "
                                                   "too, to take all 2 together.\n")
            for whole in ([*parts], [folder], [parts[0], "--host", profiles[0].name.removesuffix(".xplane.pb")]):
                self.assertEqual(tool.run("attribution", *whole).stderr, b"", whole)

    def test_names_are_matched_in_each_file(self):
        self.assertEqual([worker["module"] for worker in attribution(self.inference, "--module", "jit_a")["workers"]],
                         ["jit_add", "jit_add"])
        self.assertEqual(attribution(self.inference, "--module", "jit_add")["differing"], [])
        one = attribution(self.inference, "--module", "jit_add(77)", "--host", W11)["workers"]
        self.assertEqual([worker["host"] for worker in one], [W11])
        result = tool.run("attribution", self.two_hosts, "--module", "jit_only_on_0", "--format", "json")
        self.assertEqual([worker["host"] for worker in json.loads(result.stdout)["workers"]], ["worker-0"])
        self.assertIn(b"worker-1.xplane.pb: no module is called jit_only_on_0", result.stderr)

    def test_a_worker_without_the_step_has_nulls(self):
        # The two programs have different numbers of steps.
        steps = {host: tool.answer("summary", self.inference, "--host", host, "--format", "json")["steps"]
                 for host in (W0, W11)}
        least, most = sorted(steps, key=steps.get)
        self.assertNotEqual(steps[least], steps[most])
        result = tool.run("attribution", self.inference, "--at", steps[least], "--format", "json")
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"has no step {steps[least]} in HBM (0). There are steps 0 to {steps[least] - 1}.".encode(),
                      result.stderr)
        workers = {worker["host"]: worker for worker in json.loads(result.stdout)["workers"]}
        for key in ("step", "peak_bytes", "level_bytes", "gradient_hits"):
            self.assertIsNone(workers[least][key])
            self.assertIsNotNone(workers[most][key])
        self.assertEqual([category["occupied_bytes"] for category in workers[least]["categories"]],
                         [None] * len(CATEGORIES))
        self.assertEqual(tool.run("attribution", self.inference, "--at", steps[least]).returncode, 0)

    def test_a_space_that_only_some_use_has_nulls(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.inference, pathlib.Path(folder) / "a")
            shutil.copy(tool.DATA / "sessions" / "tpu_legacy_stat_name" / "plugins" / "profile" / "2025_11_01_08_00_00"
                        / "old-0.xplane.pb", folder)
            result = tool.run("attribution", folder, "--space", 2, "--format", "json")
            self.assertEqual(result.returncode, 0, result.stderr)
            workers = {worker["host"]: worker for worker in json.loads(result.stdout)["workers"]}
            self.assertIsNone(workers["old-0"]["level_bytes"])
            self.assertIsNotNone(workers[W0]["level_bytes"])
            self.assertIn(b"old-0.xplane.pb", result.stderr)

    def test_a_choice_that_no_worker_has_is_an_error(self):
        for arguments, said in ((("--at", 99999), "has no step 99999 in HBM (0). There are steps 0 to "),
                                (("--space", 3), "does not use CMEM (3). Available:"),
                                (("--module", "nope"), "no module is called nope. Available:"),
                                (("--host", "nope"), "no module of host nope. Available:")):
            result = tool.run("attribution", self.inference, *arguments)
            self.assertEqual(result.returncode, 3)
            self.assertIn(said, result.stderr.decode())
            self.assertEqual(result.stdout, b"")

    def test_wrong_usage_is_reported(self):
        for arguments in (("--at", "all"), ("--at", "noon"), ("--rules", ""), ("--limit", "3"), ("--format", "xml")):
            self.assertEqual(tool.run("attribution", self.inference, *arguments).returncode, 2, arguments)
        self.assertEqual(tool.run("attribution", self.inference, "--rules", "/nowhere.json").returncode, 3)


tool.main()
