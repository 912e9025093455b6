#!/usr/bin/env python3
"""compare_test.py TIDEMARK_CLI: the behaviour that a check in CI relies on."""
import json
import pathlib
import shutil
import tempfile
import unittest

import tool


class Names(unittest.TestCase):
    def test_programs_of_different_names_are_refused(self):
        decode, padded = tool.session("tpu_v5e_inference_undonated"), tool.DATA / "tpu_hlo" / "padded.hlo.pb"
        for arguments in ([decode, padded], [decode, padded, "-m", "jit_"], [decode, padded, "-m", "jit_run_scan"]):
            result = tool.run("compare", *arguments, "--fail-above", "5%")
            self.assertEqual((result.returncode, result.stdout), (3, b""), arguments)
        said = tool.run("compare", decode, padded).stderr.decode()
        self.assertIn("--module-b", said)
        self.assertIn("jit_padded", said)
        self.assertEqual(tool.run("compare", decode, padded, "--module-b", "jit_padded").returncode, 0)


class Steps(unittest.TestCase):
    def test_values_of_two_steps_are_the_same_only_if_their_shapes_are(self):
        example = tool.DATA.parent.parent / "resources" / "example" / "train.xplane.pb"
        rows = tool.answer("compare", example, example, "--at", "48", "--at-b", "peak", "-f", "json")["rows"]
        gone = [row["state"] for row in rows if row["shape"] == "bf16[8,8,128,2,2048]"]
        self.assertTrue(gone)
        self.assertEqual(set(gone), {"only_a"}, "the 1 GiB buffers at the peak are other values")


class Workers(unittest.TestCase):
    def test_the_worker_that_both_sides_have_is_compared(self):
        sides = [tool.session("tpu_v5e_inference"), tool.session("tpu_v5e_inference_undonated")]
        for a, b in (sides, reversed(sides)):
            compared = tool.answer("compare", a, b, "-f", "json")
            for side in "ab":
                self.assertTrue(compared[side]["path"].endswith("-w-0.xplane.pb"), compared[side])

    def test_of_many_workers_the_one_whose_peak_grew_most_is_compared(self):
        session = tool.session("tpu_v5e_inference")
        with tempfile.TemporaryDirectory() as made:
            before, after = (pathlib.Path(made) / name for name in ("before", "after"))
            for folder in (before, after):
                folder.mkdir()
                for host in ("w-0", "w-1", "w-2"):
                    shutil.copy(next(session.rglob("*-w-0.xplane.pb")), folder / f"{host}.xplane.pb")
            grown = after / "w-1.xplane.pb"
            shutil.copy(next(session.rglob("*-w-11.xplane.pb")), grown)
            for module in ([], ["-m", "jit_run_scan"]):
                result = tool.run("compare", before, after, *module, "--fail-above", "5%")
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("Worker w-1 is compared: its peak grew most. Of 3 workers in both, 1 needs more, 2 need "
                              "the same.", " ".join(result.stdout.decode().split()))
                compared = tool.answer("compare", before, after, *module, "-f", "json")
                self.assertTrue(compared["b"]["path"].endswith("w-1.xplane.pb"))
                self.assertEqual(compared["workers"], {"host": "w-1", "common": 3, "larger": 1, "smaller": 0,
                                                       "only_a": 0, "only_b": 0})
            back = tool.answer("compare", after, before, "-f", "json")["workers"]
            self.assertEqual((back["larger"], back["smaller"]), (0, 1))
            self.assertEqual(tool.run("compare", after, before, "--fail-above", "5%").returncode, 0)
            (before / "w-1.xplane.pb").unlink()
            only = tool.answer("compare", before, after, "-f", "json")["workers"]
            self.assertEqual((only["common"], only["only_a"], only["only_b"]), (2, 0, 1))

    def test_another_worker_is_named(self):
        folder = tool.session("tpu_v5e_inference")
        other = next(folder.rglob("*-w-0.xplane.pb"))
        with tempfile.TemporaryDirectory() as made:
            for host in ("x-1", "x-2"):
                shutil.copy(other, pathlib.Path(made) / f"{host}.xplane.pb")
            said = tool.run("compare", folder, made).stderr.decode()
        self.assertRegex(said, r"A is worker gemma-inference-w-11 and B is worker x-[12]\.")


class Memories(unittest.TestCase):
    def test_two_memories_are_named(self):
        message = tool.DATA / "oom" / "tpu_vmem_2026_pallas_full.txt"
        result = tool.run("compare", message, tool.session("tpu_v5e_training"))
        self.assertEqual(result.returncode, 0)
        self.assertIn("A is about VMEM (1) and B is about HBM (0).", result.stderr.decode())


class Requests(unittest.TestCase):
    def test_the_size_of_a_request_is_no_peak(self):
        program = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
        with tempfile.TemporaryDirectory() as folder:
            message = pathlib.Path(folder) / "run.log"
            message.write_text("RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate 8.00M. That "
                               "was not possible. There are 6.43M free.; (0x0x1_HBM0)\n")
            result = tool.run("compare", program, message, "--fail-above", "5%")
            self.assertEqual(result.returncode, 3)
            self.assertIn("of B only a lower bound of the peak is known", result.stderr.decode())
            self.assertIn("B states only a request of 8 MiB", result.stdout.decode())


class Needs(unittest.TestCase):
    def test_messages_that_state_their_need_are_compared_by_its_parts(self):
        def message(needed, arguments, temporaries):
            return (f"RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used "
                    f"{needed}.00G of 15.48G hbm. Exceeded hbm capacity by {needed - 15.48:.2f}G.\n\n"
                    f"Total hbm usage >= {needed}.00G:\n    reserved        512.00M \n    program          {temporaries}.00G \n"
                    f"    arguments         {arguments}.00G \n\nProgram hbm requirement {temporaries}.00G:\n"
                    f"    HLO temp         {temporaries}.00G (100.0% utilization: Unpadded ({temporaries}.00G) Padded "
                    f"({temporaries}.00G), 0.0% fragmentation (0B))\n\n  Largest program allocations in hbm:\n\n"
                    "  1. Size: 6.00G\n     Operator: op_name=\"jit(f)/dot_general\"\n     Shape: f32[16,98304,1024]\n"
                    "     Unpadded size: 6.00G\n     XLA label: fusion\n     Allocation type: HLO temp\n"
                    "     ==========================\n")
        with tempfile.TemporaryDirectory() as folder:
            a, b = pathlib.Path(folder) / "a.log", pathlib.Path(folder) / "b.log"
            a.write_text(message(20, 8, 12))
            b.write_text(message(25, 11, 14))
            found = tool.answer("compare", a, b, "--format", "json")
            text = tool.run("compare", a, b).stdout.decode()
        gib = 1 << 30
        changes = {each["category"]: each["change_bytes"] for each in found["categories"]}
        self.assertEqual(changes, {"Arguments": 3 * gib, "Temporaries": 2 * gib})
        self.assertTrue(text.startswith("B needs 5 GiB more than A: arguments 3 GiB more, temporaries 2 GiB more."), text)


class Compare(unittest.TestCase):
    def setUp(self):
        self.training = tool.session("tpu_v5e_training")
        self.peak = tool.answer("summary", self.training, "-f", "json")["occupied_peak_bytes"]

    def test_the_namesake_is_compared_even_if_another_program_is_larger(self):
        compared = tool.answer("compare", self.training, self.training, "-m", "jit_train_step(206)", "--module-b",
                               "jit_train_step(137)", "-f", "json")
        self.assertEqual((compared["a"]["program_id"], compared["b"]["program_id"]), (206, 137))
        self.assertEqual(tool.run("compare", self.training, self.training).returncode, 0)

    def test_a_limit_is_bytes_a_size_or_a_share(self):
        small = ["-m", "jit_train_step(206)", "--module-b", "jit_train_step(137)"]
        before = tool.answer("summary", self.training, "-m", "jit_train_step(206)", "-f", "json")["occupied_peak_bytes"]
        growth = self.peak - before
        for limit, status in ((str(growth), 0), (str(growth - 1), 1), ("40MiB", 1), ("40 MiB", 1), ("4GiB", 0), ("5%", 1),
                              ("500%", 0)):
            result = tool.run("compare", self.training, self.training, *small, "--fail-above", limit)
            self.assertEqual(result.returncode, status, limit)
            self.assertEqual(status == 1, b"the peak grew by" in result.stderr, limit)
        for limit in ("5 percent", "-1", "much", "%", "40MiBs"):
            self.assertEqual(tool.run("compare", self.training, self.training, "--fail-above", limit).returncode, 2, limit)

    def test_a_name_of_several_modules_is_refused(self):
        for arguments in (["report", self.training], ["compare", self.training, self.training]):
            result = tool.run(*arguments, "-m", "jit_train_step")
            self.assertEqual((result.returncode, result.stdout), (3, b""), arguments)
            self.assertIn("jit_train_step(206)", result.stderr.decode())

    def test_a_saved_summary_is_compared_with_the_module_of_its_id(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = pathlib.Path(folder) / "baseline.json"
            self.assertEqual(tool.run("summary", self.training, "-m", "jit_train_step(206)", "-f", "json", "-o", saved).returncode, 0)
            compared = tool.answer("compare", saved, self.training, "-f", "json")
            self.assertEqual(compared["b"]["program_id"], 206)
            self.assertEqual(compared["a"]["occupied_peak_bytes"], compared["b"]["occupied_peak_bytes"])
            swapped = tool.run("compare", self.training, saved)
            self.assertEqual(swapped.returncode, 3)
            self.assertIn(b"is a saved summary", swapped.stderr)

    def test_a_saved_summary_is_compared_with_the_largest_worker(self):
        folder_b = tool.DATA / "sessions" / "tpu_v5e_inference"
        with tempfile.TemporaryDirectory() as folder:
            saved = pathlib.Path(folder) / "baseline.json"
            self.assertEqual(tool.run("summary", folder_b, "--host", "gemma-inference-w-0", "-f", "json", "-o", saved).returncode, 0)
            grown = tool.run("compare", saved, folder_b, "--fail-above", "5%")
            self.assertEqual(grown.returncode, 1)
            self.assertIn(b"B is worker gemma-inference-w-11, which has the largest peak of 2 workers", grown.stderr)
            same = tool.run("compare", saved, folder_b, "--host", "gemma-inference-w-0", "--fail-above", "5%")
            self.assertEqual(same.returncode, 0)

    def test_a_may_be_a_saved_summary(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = pathlib.Path(folder) / "baseline.json"
            self.assertEqual(tool.run("summary", self.training, "-f", "json", "-o", saved).returncode, 0)
            compared = tool.answer("compare", saved, self.training, "-f", "json")
            self.assertEqual((compared["a"]["module"], compared["b"]["module"]), ("jit_train_step", "jit_train_step"))
            self.assertEqual(compared["a"]["occupied_peak_bytes"], compared["b"]["occupied_peak_bytes"])
            self.assertTrue(compared["figures"])
            self.assertTrue(all(figure["change_bytes"] in (0, None) for figure in compared["figures"]))
            self.assertEqual((compared["categories"], compared["rows"]), ([], []))
            self.assertEqual(tool.run("compare", saved, self.training, "--fail-above", "0").returncode, 0)
            smaller = json.loads(saved.read_text())
            smaller["occupied_peak_bytes"] = self.peak * 9 // 10
            saved.write_text(json.dumps(smaller))
            self.assertEqual(tool.run("compare", saved, self.training, "--fail-above", "5%").returncode, 1)
            self.assertEqual(tool.run("compare", saved, self.training, "--fail-above", "20%").returncode, 0)
            smaller["module"] = "jit_other"
            saved.write_text(json.dumps(smaller))
            self.assertEqual(tool.run("compare", saved, self.training).returncode, 3)
            before = saved.read_bytes()
            self.assertEqual(tool.run("compare", saved, self.training, "-o", saved).returncode, 3)
            self.assertEqual(saved.read_bytes(), before)


if __name__ == "__main__":
    tool.main()
