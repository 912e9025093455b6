#!/usr/bin/env python3
"""hostile_text_test.py TIDEMARK_CLI: control characters in arguments, file names and logs."""
import shutil

import tool

HLO = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
MESSAGE = tool.DATA / "oom" / "tpu_e0101_train_step.txt"
ESC = "\x1b]0;owned\x07"


class HostileText(tool.FolderTest):
    def assert_tame(self, result):
        for stream in (result.stdout, result.stderr):
            steering = [byte for byte in stream if byte < 0x20 and byte not in b"\n\t" or byte == 0x7F]
            self.assertEqual(steering, [], stream)

    def test_arguments_do_not_steer_the_terminal(self):
        for arguments in ((ESC,), ("--" + ESC,), ("summary", "--format", ESC, HLO), ("summary", "--" + ESC, HLO),
                          ("summary", HLO, "-m", ESC), ("summary", HLO, "-s", ESC), ("summary", HLO, "--device", ESC),
                          ("summary", ESC), ("summary", HLO, "-o", f"/no/{ESC}/x"), ("buffers", HLO, "--at", ESC),
                          ("attribution", HLO, "--rules", ESC), ("compare", ESC, ESC), ("oom", ESC),
                          ("tt-train", "--logs", ESC), ("record", "--out", self.folder / ESC, "--", "/no/" + ESC)):
            result = tool.run(*arguments)
            self.assertNotEqual(result.returncode, 0, arguments)
            self.assertNotEqual(result.stderr, b"", arguments)
            self.assert_tame(result)

    def test_a_line_feed_in_a_file_name_makes_no_line(self):
        faked = "a\nwarning: nothing is wrong\ntidemark-cli: done.hlo.pb"
        missing = tool.run("summary", self.folder / faked)
        damaged = self.folder / faked
        damaged.write_bytes(HLO.read_bytes()[:2000])
        for result in (missing, tool.run("summary", damaged), tool.run("modules", damaged), tool.run("check", damaged)):
            for line in (result.stdout + result.stderr).splitlines():
                self.assertFalse(line.startswith((b"warning: nothing", b"tidemark-cli: done")), result.stderr)

    def test_a_log_with_a_few_control_characters_is_a_text(self):
        for number, start in enumerate((b"\x1b]0;training\x07", b"progress \x01 bar\n", b"\x0b\x07\x0e\n")):
            folder = self.folder / str(number)
            folder.mkdir()
            (folder / "output.log").write_bytes(start + MESSAGE.read_bytes())
            for path in (folder, folder / "output.log"):
                answer = tool.answer("oom", path, "-f", "json")
                self.assertTrue(answer, path)
                self.assertEqual(tool.run("summary", path).returncode, 0, path)

    def test_a_binary_file_is_no_text(self):
        for content in (b"\0" * 300, bytes(range(256)) * 2, b"\x7fELF\x02\x01\x01\0" + b"\x12\x1a" * 100):
            path = self.folder / "notes"
            path.write_bytes(content)
            result = tool.run("summary", path)
            self.assertEqual(result.returncode, 3)
            self.assertNotIn(b"text file", result.stderr)

    def test_json_and_csv_hold_no_control_characters(self):
        log = self.folder / "a\x1b[31m\u202e.log"
        shutil.copy(tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log", log)
        for form in ("json", "csv"):
            for command in ("modules", "check"):
                result = tool.run(command, log, "-f", form)
                self.assertIn(result.returncode, (0, 1))
                self.assertNotIn(b"\x1b", result.stdout)
                self.assertNotIn("\u202e".encode(), result.stdout)


if __name__ == "__main__":
    tool.main()
