#!/usr/bin/env python3
"""export_test.py TIDEMARK: `tidemark --export` draws the default choice of the command line, reports unreadable files, refuses
wrong usage, and passes Qt its own options. Needs no display."""
import os
import pathlib
import re
import shutil
import xml.dom.minidom

import tool
import variants

PADDED = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
SESSION = tool.DATA / "sessions" / "tpu_legacy_stat_name"
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PNG = b"\x89PNG\r\n\x1a\n"


class Export(tool.FolderTest):
    def export(self, *arguments):
        return tool.run(*arguments, environment={"QT_QPA_PLATFORM": "offscreen", "HOME": str(self.folder)})

    def test_pictures_of_both_kinds(self):
        for ending, begin in (("png", PNG), ("svg", b"<?xml"), ("PNG", PNG)):
            picture = self.folder / f"chart.{ending}"
            result = self.export("--export", picture, "--size", "640x360", PADDED)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
            self.assertTrue(picture.read_bytes().startswith(begin))

    def test_the_icicle_is_another_picture(self):
        pictures = []
        for view in ("chart", "icicle", "timeline", "composition"):
            for ending in ("png", "svg"):
                picture = self.folder / f"{view}.{ending}"
                result = self.export("--export", picture, "--view", view, "--size", "640x360", PADDED)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
                pictures.append(picture.read_bytes())
        self.assertTrue(pictures[2].startswith(PNG))
        self.assertNotEqual(pictures[0], pictures[2])
        self.assertIn(b"Step ", pictures[3])

    def test_two_programs_are_drawn_in_one_chart(self):
        picture = self.folder / "compared.svg"
        result = self.export("--export", picture, "--view", "compare", "--with", PADDED, PADDED)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        drawn = picture.read_text()
        for said in ("B's peak is the same", "A: peak", "B: peak", "Share of the program"):
            self.assertIn(said, drawn)
        result = self.export("--export", picture, "--view", "compare", "--by-step", "--with", PADDED, PADDED)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertNotIn("Share of the program", picture.read_text())
        for arguments, said in (((PADDED,), b"--view compare needs --with PATH"),
                                (("--with", self.folder / "none.hlo.pb", PADDED), b"none.hlo.pb"),
                                (("--with", PADDED, "--module-b", "other", PADDED), b"other")):
            result = self.export("--export", picture, "--view", "compare", *arguments)
            self.assertEqual(result.returncode, 3)
            self.assertIn(said, result.stderr)

    def test_the_modules_of_a_device_are_drawn_together(self):
        session = next(SESSION.rglob("*.xplane.pb"))
        picture = self.folder / "together.svg"
        result = self.export("--export", picture, "--view", "together", "--device", "16GiB", session)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        drawn = picture.read_text()
        for said in ("programs fit: together they need", "jit_add", "jit_fused", ">Together", "Device memory"):
            self.assertIn(said, drawn)
        result = self.export("--export", picture, "--view", "together", PADDED)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"there is only one module.", result.stderr)

    def test_svg_is_well_formed_whatever_names_hold(self):
        hlo = (tool.DATA / "tpu_hlo" / "offload.hlo.pb").read_bytes()
        names = sorted(set(re.findall(rb"(?:fusion|copy-start|copy-done|multiply|jit_step)(?:\.\d+)?", hlo)), key=len, reverse=True)
        self.assertGreater(len(names), 3)
        chance = variants.Chance("names in pictures")
        characters = (*range(1, 0x20), 0x7F, *b"<>&\"']")
        program = self.folder / "hostile.hlo.pb"
        for number in range(6):
            hostile = hlo
            for name in names:
                hostile = hostile.replace(name, bytes(chance.one_of(characters) for _ in name))
            program.write_bytes(hostile)
            for view in ("chart", "icicle", "map"):
                picture = self.folder / f"{view}.svg"
                picture.unlink(missing_ok=True)
                result = self.export("--export", picture, "--view", view, "--size", "640x360", program)
                if result.returncode == 0:
                    xml.dom.minidom.parse(str(picture))
                self.assertTrue(result.returncode == 0 or number > 0 or view == "map", result.stderr)

    def test_the_address_map_is_another_picture(self):
        for ending, begin in (("png", PNG), ("svg", b"<?xml")):
            picture = self.folder / f"map.{ending}"
            result = self.export("--export", picture, "--view", "map", "--size", "640x360", PADDED)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
            self.assertTrue(picture.read_bytes().startswith(begin))
        self.assertIn(b"region", picture.read_bytes())
        log = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"
        result = self.export("--export", self.folder / "none.svg", "--view", "map", log)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"there is no map", result.stderr)

    def test_training_runs_are_drawn_side_by_side(self):
        log = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"
        picture = self.folder / "runs.svg"
        result = self.export("--export", picture, "--view", "runs", "--device_memory", "2e10", "--title", "two <runs>", log)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        drawn = picture.read_text()
        for said in ("two &lt;runs&gt;", "tinyllama (default)", "Device memory 18.63\u00a0GiB", "Optimizer"):
            self.assertIn(said, drawn)
        self.assertNotIn("✕", drawn, "both fit")
        # A CI export has no phases, so it is drawn in the view of runs.
        kept = tool.DATA / "tenstorrent" / "tinyllama_memory_analysis_1772000000000000.json"
        self.assertEqual(self.export("--export", picture, kept).returncode, 0)
        self.assertIn("Activations", picture.read_text())
        for arguments, said in ((("--title", "x", log), "--title needs --view runs"),
                                (("--view", "runs", "--model_size", "x", log), "needs a number of bytes"),
                                (("--view", "runs", "--device_memory", "0", log), "needs more than 0 bytes"),
                                (("--view", "runs", "--units", "MB", log), "needs one of Auto, B, KiB, MiB, GiB")):
            result = self.export("--export", picture, *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn(said, result.stderr.decode())
        picture.unlink()
        result = self.export("--export", picture, "--view", "runs", "--module", "nosuch", log)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"no run is called nosuch. Available:", result.stderr)
        self.assertFalse(picture.exists())
        result = self.export("--export", picture, "--view", "runs", PADDED)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"there are no runs of a training log here", result.stderr)

    def test_the_command_line_lets_it_draw_a_histogram(self):
        picture = self.folder / "peak.png"
        result = tool.subprocess.run(
            [pathlib.Path(tool.CLI).with_name("tidemark-cli"), "tt-train", "--logs",
             tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log", "--visualize_peak", "--output", picture],
            capture_output=True, check=False, timeout=60, env={**os.environ, "HOME": str(self.folder)})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(result.stdout.endswith(f"Visualization saved to: {picture}\n".encode()))
        self.assertEqual(picture.read_bytes()[:8], PNG)
        self.assertEqual(int.from_bytes(picture.read_bytes()[16:20], "big"), 1200, "two runs")

    def test_the_histogram_is_the_same_from_both_programs(self):
        log = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"
        ours, theirs = self.folder / "ours.svg", self.folder / "theirs.svg"
        said = ("--device_memory", "16e9", "--use_actual_sizes", "--title", "two <runs>")
        drawn = tool.subprocess.run(
            [pathlib.Path(tool.CLI).with_name("tidemark-cli"), "tt-train", "--logs", log, "--visualize_peak", "--output", ours,
             *said], capture_output=True, check=False, timeout=60)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        result = self.export("--export", theirs, "--view", "runs", "--histogram", *said, log)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(ours.read_bytes(), theirs.read_bytes())

    def test_a_message_is_drawn_with_its_figures(self):
        log = tool.DATA / "oom" / "tpu_vmem_2026_pallas_full.txt"
        for arguments in ((), ("--view", "message")):
            picture = self.folder / "message.svg"
            result = self.export("--export", picture, *arguments, "--size", "640x360", log)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
            self.assertIn(b"of VMEM", picture.read_bytes())
        for view, path in (("chart", log), ("message", PADDED)):
            result = self.export("--export", self.folder / "none.png", "--view", view, path)
            self.assertEqual(result.returncode, 3)
            self.assertIn(b"--view", result.stderr)

    def test_a_message_is_chosen_in_a_folder_that_also_holds_its_program(self):
        both = self.folder / "both"
        both.mkdir()
        shutil.copy(PADDED, both / "padded.hlo.pb")
        (both / "train.log").write_text("".join(
            f"Ran out of memory on HBM, the total memory required for HLO temporaries ({used}) exceeds available "
            f"HBM (40.00M). HLO module: {module}.\n"
            for used, module in (("44.00M", "jit_padded"), ("55.00M", "jit_other"), ("66.00M", "jit_twice"), ("77.00M", "jit_twice"))))
        picture = self.folder / "message.svg"
        for arguments, said in ((("--view", "message", "--module", "jit_padded"), "44"),
                                (("--view", "message", "--module", "jit_other"), "55"),
                                (("--module", "jit_other"), "55"),
                                (("--module", "jit_twice, line 3"), "66"),
                                (("--view", "message"), "77")):
            result = self.export("--export", picture, *arguments, both)
            self.assertEqual((result.returncode, result.stdout), (0, b""), result.stderr)
            self.assertIn(f"needs {said} of 40\u00a0MiB of HBM", picture.read_text(), arguments)
        result = self.export("--export", picture, "--view", "message", "--module", "jit_padded", both)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Arguments", picture.read_text(), "the parts of the plan's peak")
        result = self.export("--export", picture, "--module", "jit_padded", both)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Program order", picture.read_text(), "the chart of the program, which has the same name")
        result = self.export("--export", picture, "--view", "message", "--module", "jit_twice", both)
        self.assertEqual(result.returncode, 3)
        for line in (b"jit_twice, line 3", b"jit_twice, line 4"):
            self.assertIn(line, result.stderr)

    def test_the_limit_of_a_message_in_the_folder_is_drawn(self):
        both = self.folder / "both"
        both.mkdir()
        shutil.copy(PADDED, both / "padded.hlo.pb")
        picture = self.folder / "chart.svg"
        drawn = []
        for used, available in (("44.00M", "40.00M"), ("44.00M", "400.00M")):
            (both / "train.log").write_text(
                "Ran out of memory on HBM, the total memory required for HLO temporaries "
                f"({used}) exceeds available HBM ({available}). HLO module: jit_padded.\n")
            result = self.export("--export", picture, "--view", "chart", both)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            drawn.append(b"Capacity 40" in picture.read_bytes())
        self.assertEqual(drawn, [True, False], "a line far above the peak would flatten the curve")

    def test_the_chart_is_divided_by_groups(self):
        pictures = {}
        for way in ("", "category", "type", "op", "shape"):
            picture = self.folder / "chart.svg"
            result = self.export("--export", picture, *(["--group-by", way] if way else []), SESSION)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
            pictures[way] = picture.read_bytes()
        self.assertEqual(len(set(pictures.values())), 4)
        self.assertEqual(pictures[""], pictures["category"])
        self.assertEqual([b">Activations" in picture for picture in pictures.values()],
                         [True, True, False, False, False])
        result = self.export("--export", self.folder / "none.svg", "--group-by", "size", SESSION)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"cannot be grouped by size. Possible: category, type, role, op, ", result.stderr)
        result = self.export("--export", self.folder / "none.svg", "--group-by", "type", "--view", "workers", SESSION)
        self.assertEqual((result.returncode, b"--view chart or icicle or map" in result.stderr), (2, True))
        for view in ("icicle", "map"):
            drawn = set()
            for way in ("category", "type"):
                picture = self.folder / f"{view}.svg"
                result = self.export("--export", picture, "--group-by", way, "--view", view, SESSION)
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                drawn.add(picture.read_bytes())
            self.assertEqual(len(drawn), 2, view)
        message = tool.DATA / "oom" / "tpu_vmem_old_2024_2026.txt"
        result = self.export("--export", self.folder / "none.svg", "--group-by", "type", message)
        self.assertEqual(result.returncode, 3, "not another picture without a word")
        self.assertIn(b"no axis", result.stderr)
        self.assertIn(b"--view message", result.stderr)

    def test_a_history_is_grouped_as_in_the_window(self):
        drawn = {}
        for way in ("", "source", "type"):
            picture = self.folder / "icicle.svg"
            result = self.export("--export", picture, "--view", "icicle", *(["--group-by", way] if way else []),
                                 tool.DATA / "history" / "jax_end.pprof.gz")
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            drawn[way] = picture.read_bytes()
        self.assertEqual(drawn[""], drawn["source"])
        self.assertNotEqual(drawn[""], drawn["type"])
        shown = " ".join(self.export("--help").stdout.decode().split())
        for path in (SESSION, tool.DATA / "history" / "jax_end.pprof.gz"):
            refused = self.export("--export", picture, "--view", "icicle", "--group-by", "nothing", path)
            ways = refused.stderr.decode().split("Possible: ")[1].split(".")[0].split(", ")
            self.assertEqual([way for way in ways if way not in shown.split("roup by ")[1][:200]], [])

    def test_a_view_with_an_axis_takes_the_first_document_that_has_one(self):
        log = self.folder / "run.log"
        log.write_bytes((tool.DATA / "oom" / "tpu_vmem_old_2024_2026.txt").read_bytes()
                        + (tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log").read_bytes())
        picture = self.folder / "run.svg"
        for options, said in (([], b"message"), (["--view", "chart"], b"Phase"),
                              (["--view", "compare", "--with", log], b"A: peak")):
            result = self.export("--export", picture, *options, log)
            self.assertEqual((result.returncode, result.stdout), (0, b""), result.stderr)
            self.assertIn(said, picture.read_bytes(), options)

    def test_workers_are_drawn_side_by_side(self):
        workers = tool.DATA / "sessions/tpu_v5e_inference"
        pictures = []
        for options in ([], ["--view", "workers"]):
            picture = self.folder / "workers.svg"
            result = self.export("--export", picture, *options, workers)
            self.assertEqual(result.returncode, 0, result.stderr)
            pictures.append(picture.read_bytes())
        self.assertIn(b"Peak by worker", pictures[1])
        self.assertNotIn(b"Peak by worker", pictures[0])
        result = self.export("--export", self.folder / "none.svg", "--view", "workers", "--module", "nothing", workers)
        self.assertEqual(result.returncode, 3)
        result = self.export("--export", self.folder / "none.svg", "--view", "workers", PADDED)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"there is only one worker. --view timeline draws it.", result.stderr)
        self.assertFalse((self.folder / "none.svg").exists())

    def test_wrong_usage_is_refused(self):
        picture = self.folder / "chart.png"
        for arguments, said in (
                (["--export", picture], b"one PATH"),
                (["--export", picture, PADDED, PADDED], b"one PATH"),
                (["--export", self.folder / "chart.jpg", PADDED], b".png or .svg"),
                (["--export", self.folder / "chart", PADDED], b".png or .svg"),
                (["--export", picture, "--size", "640", PADDED], b"WIDTHxHEIGHT"),
                (["--export", picture, "--size", "640x360x", PADDED], b"WIDTHxHEIGHT"),
                (["--export", picture, "--size", " 640x+360", PADDED], b"WIDTHxHEIGHT"),
                (["--export", picture, "--size", "4294967936x360", PADDED], b"WIDTHxHEIGHT"),
                (["--export", picture, "--size", "640x100", PADDED], b"200 to 16000"),
                (["--export", picture, "--size", "640x16001", PADDED], b"200 to 16000"),
                (["--export", picture, "--device", "toaster", PADDED], b"unknown device toaster. Known: v2 "),
                (["--export", picture, "--view", "maps", PADDED], b"map"),
                (["--device", "toaster", PADDED], b"unknown device toaster"),
                (["--device", "24", PADDED], b"a size needs a unit: 24GiB"),
                (["--size", "640x360", PADDED], b"--export"),
                (["--export"], b"--export"),
                (["--nonsense", PADDED], b"--nonsense"),
        ):
            result = self.export(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(said, result.stdout + result.stderr, arguments)
            self.assertFalse(picture.exists(), arguments)

    def test_a_missing_choice_is_reported_with_the_available_ones(self):
        picture = self.folder / "chart.png"
        for arguments in (["--module", "nothing"], ["--host", "nobody"], ["--session", "never"], ["--space", "7"]):
            result = self.export("--export", picture, *arguments, PADDED)
            self.assertEqual(result.returncode, 3, arguments)
            self.assertTrue(result.stderr.startswith(b"tidemark: "), result.stderr)
            self.assertFalse(picture.exists())

    def test_the_input_is_never_overwritten(self):
        profile = self.folder / "profile.png"
        shutil.copy(PADDED, profile)
        before = profile.read_bytes()
        result = self.export("--export", profile, profile)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"was read as an input", result.stderr)
        self.assertEqual(profile.read_bytes(), before)

    def test_unreadable_files_are_named(self):
        folder = self.folder / "dump"
        folder.mkdir()
        shutil.copy(PADDED, folder / "whole.hlo.pb")
        data = PADDED.read_bytes()
        (folder / "broken.hlo.pb").write_bytes(data[:len(data) * 2 // 3])
        picture = self.folder / "chart.svg"
        result = self.export("--export", picture, folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"warning: ", result.stderr)
        self.assertIn(b"broken.hlo.pb", result.stderr)

    def test_the_choice_equals_that_of_the_command_line(self):
        picture = self.folder / "chart.svg"
        result = self.export("--export", picture, SESSION)
        self.assertEqual(result.returncode, 0, result.stderr)
        title = re.search(r"<title>(.*?)</title>", picture.read_text()).group(1)
        self.assertIn("· HBM (0)</desc>", picture.read_text(), "as the window writes it")
        result = self.export("--export", picture, "--module", title, SESSION)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"<title>{title}</title>", picture.read_text())

    def test_options_of_qt_are_passed_on(self):
        picture = self.folder / "chart.png"
        for options in (["-platform", "offscreen"], ["--platform", "offscreen"], ["-platform=offscreen"],
                        ["-style", "fusion"], ["-style=fusion"], ["-session", "1234_5678"], ["-reverse"]):
            result = self.export(*options, "--export", picture, "--size", "300x300", PADDED)
            self.assertEqual(result.returncode, 0, f"{options}: {result.stderr}")
            picture.unlink()

    def test_windows_identify_their_program_to_the_desktop(self):
        desktop = (ROOT / "packaging" / "linux" / "org.tidemark.Tidemark.desktop.in").read_text()
        name = self.export("--version").stdout.split()[0].decode()
        # X11 gets the application's name with a capital letter.
        self.assertIn(f"\nStartupWMClass={name.capitalize()}\n", desktop)


if __name__ == "__main__":
    tool.main()
