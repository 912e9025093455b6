"""tidemark-cli record: it does not change the command's behaviour, and its recording can be opened."""
import gzip
import os
import pathlib
import pty
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import tool

PLAN = tool.DATA / "tpu_hlo" / "add.hlo.pb"
# What XLA leaves where its flags say, of one program.
FAKE_XLA = """
import os, shutil, sys
for flag in os.environ["XLA_FLAGS"].split():
    if flag.startswith("--xla_dump_to="):
        folder = flag.split("=", 1)[1].strip("'")
os.makedirs(folder, exist_ok=True)
name = os.path.join(folder, "module_0001.jit_add")
shutil.copy(sys.argv[1], name + ".cpu_after_optimizations.hlo.pb")
for early in (name + ".before_optimizations.hlo.pb", name + ".after_optimizations_after_buffer_assignment.hlo.pb",
              os.path.join(folder, "module_0002.jit_died.before_optimizations.hlo.pb")):
    shutil.copy(sys.argv[1], early)
for other in ("ir-with-opt.ll", "o", "debug_options", "flagfile", "hlo_module_config.pb", "execution_options.pb", "tpu_comp_env.pb",
              "basic_compiler_metadata.pb", "transfer_stats.pb", "target_arguments.pb"):
    open(f"{name}.{other}", "w").close()
os.makedirs(name)
for asked in ("kernel.ll", "module.mlir", "compile_options.pb", "topology.pb"):
    open(os.path.join(name, asked), "w").close()
"""


def python(code, *arguments):
    return [sys.executable, "-c", code, *map(str, arguments)]


class Record(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.out = self.root / "recordings"

    def record(self, command, *options, **how):
        environment = {**os.environ, **how.pop("environment", {})}
        return subprocess.run([tool.CLI, "record", "--out", str(self.out), *options, "--", *command], capture_output=True,
                              timeout=60, check=False, env=environment, cwd=self.root, **how)

    def folders(self):
        return sorted(self.out.iterdir())

    def log(self):
        return (self.folders()[-1] / "output.log").read_bytes()


class Passing(Record):
    def test_streams_and_exit_status_are_those_of_the_command(self):
        result = self.record(python("import sys; print(sys.stdin.read() + '!'); print('oops', file=sys.stderr); sys.exit(7)"),
                             input=b"in")
        self.assertEqual(result.returncode, 7)
        self.assertEqual(result.stdout, b"in!\n")
        self.assertTrue(result.stderr.startswith(b"oops\n"), result.stderr)
        self.assertEqual(sorted(self.log().split(b"\n")), [b"", b"in!", b"oops"])

    def test_bytes_are_not_changed(self):
        data = bytes(range(256)) * 4096
        path = self.root / "data"
        path.write_bytes(data)
        self.assertEqual(self.record(["cat", str(path)], "--log").stdout, data)
        self.assertEqual(self.log(), data)

    def test_both_streams_in_one_pipe_keep_their_order(self):
        result = subprocess.run([tool.CLI, "record", "--log", "--out", str(self.out), "--", "sh", "-c",
                                 "for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=True)
        self.assertEqual(result.stdout.split(), [f"{s}{i}".encode() for i in range(1, 6) for s in "oe"])
        self.assertEqual(self.log(), result.stdout)

    def test_a_command_that_cannot_start_is_reported(self):
        result = self.record(["no-such-command"])
        self.assertEqual(result.returncode, 127)
        self.assertIn(b"cannot start no-such-command: No such file or directory", result.stderr)
        not_a_program = self.root / "text"
        not_a_program.write_text("x")
        self.assertEqual(self.record([str(not_a_program)]).returncode, 127)

    def test_a_signal_that_ends_the_command_is_in_the_exit_status(self):
        self.assertEqual(self.record(["sh", "-c", "kill -9 $$"]).returncode, 128 + 9)
        self.assertEqual(self.record(["sh", "-c", "kill -SEGV $$"]).returncode, 128 + signal.SIGSEGV)

    def test_signals_are_passed_to_the_command(self):
        code = ("import signal, sys, time\n"
                "for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):\n"
                "    signal.signal(s, lambda number, frame: sys.exit(number))\n"
                "print('ready', flush=True)\n"
                "while True: time.sleep(0.05)\n")  # a signal just before a sleep does not end it
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
            process = subprocess.Popen([tool.CLI, "record", "--log", "--out", str(self.out), "--", *python(code)],
                                       stdout=subprocess.PIPE)
            self.assertEqual(process.stdout.readline(), b"ready\n")
            process.send_signal(number)
            self.assertEqual(process.wait(30), number)
            process.stdout.close()

    def test_a_closed_output_ends_the_command_as_without_record(self):
        process = subprocess.Popen([tool.CLI, "record", "--log", "--out", str(self.out), "--", "yes"], stdout=subprocess.PIPE)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.wait(30), 128 + signal.SIGPIPE)

    def test_processes_that_outlive_the_command_are_not_awaited(self):
        result = self.record(["sh", "-c", "sleep 600 & echo $!; exit 3"], "--log", stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 3)
        os.kill(int(self.log()), signal.SIGKILL)  # fails if the sleeping process has ended

    def test_the_command_keeps_its_terminal(self):
        main, other = pty.openpty()
        process = subprocess.Popen([tool.CLI, "record", "--log", "--out", str(self.out), "--",
                                    *python("import sys, os; print(sys.stdout.isatty(), sys.stdin.isatty(), sys.stderr.isatty())\n"
                                            "os.set_blocking(1, True); print('line')")],
                                   stdin=other, stdout=other, stderr=other)
        self.assertEqual(process.wait(30), 0)
        os.close(other)
        text = b""
        try:
            while data := os.read(main, 4096):
                text += data
        except OSError:  # the end of a terminal
            pass
        os.close(main)
        self.assertEqual(text, b"True True True\r\nline\r\n")
        self.assertEqual(self.log(), b"True True True\nline\n")

    def test_killing_the_recorder_loses_no_output(self):
        process = subprocess.Popen([tool.CLI, "record", "--out", str(self.out), "--", "sh", "-c", "echo before; sleep 50"],
                                   stdout=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"before\n")
        process.kill()
        process.wait(30)
        process.stdout.close()
        self.assertEqual(self.log(), b"before\n")
        self.assertIn("command: sh -c 'echo before; sleep 50'", (self.folders()[0] / "command.txt").read_text())

    def test_killing_the_recorder_ends_the_command(self):
        process = subprocess.Popen([tool.CLI, "record", "--out", str(self.out), "--", "sh", "-c", "echo $$; exec sleep 50"],
                                   stdout=subprocess.PIPE)
        child = int(process.stdout.readline())
        os.kill(child, 0)
        process.kill()
        process.wait(30)
        process.stdout.close()
        self.assertTrue(self.ends(child), "the command still runs")

    @staticmethod
    def ends(process):
        """Returns whether a process ends within some seconds. It is no child of this process, so wait() is impossible."""
        for _ in range(100):
            try:
                state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
            except (FileNotFoundError, ProcessLookupError):
                return True
            if state == "Z":
                return True
            time.sleep(0.1)
        return False

    def test_only_the_owner_can_read_a_recording(self):
        self.record(["true"])
        folder = self.folders()[-1]
        self.assertEqual([oct(path.stat().st_mode & 0o777) for path in (folder, folder / "output.log", folder / "command.txt")],
                         ["0o700", "0o600", "0o600"])

    def test_a_full_disk_is_reported(self):
        result = self.record(["sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do echo a line of 28 characters now; done"], "--log",
                             preexec_fn=limit_files)
        self.assertEqual(len(result.stdout), 9 * 28)
        self.assertIn(b"output.log is not whole: File too large", result.stderr)
        self.assertEqual(len(self.log()), 200)


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))


class Folder(Record):
    def test_each_recording_has_a_new_folder(self):
        for _ in range(3):
            self.record(["echo", "a"], "--log")
        self.assertEqual(len(self.folders()), 3)
        for folder in self.folders():
            self.assertRegex(folder.name, r"^\d{4}(_\d\d){5}(_\d+)?$")
            self.assertEqual((folder / "output.log").read_bytes(), b"a\n")

    def test_command_txt_names_the_command(self):
        self.record(["sh", "-c", "exit 4 # it's"], "--log")
        text = (self.folders()[0] / "command.txt").read_text()
        self.assertIn("command: sh -c 'exit 4 # it'\\''s'\n", text)
        self.assertIn(f"folder:  {self.root}\n", text)
        self.assertRegex(text, r"began:   \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\nended:   .*, exit status 4\n$")

    def test_a_folder_that_cannot_be_created_is_an_error_before_the_command_runs(self):
        (self.root / "file").write_text("")
        mark = self.root / "mark"
        result = subprocess.run([tool.CLI, "record", "--out", str(self.root / "file" / "x"), "--", "touch", str(mark)],
                                capture_output=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"cannot create", result.stderr)
        self.assertFalse(mark.exists())


class Variables(Record):
    def seen(self, *options, **environment):
        names = ("XLA_FLAGS", "JAX_ENABLE_COMPILATION_CACHE", "TTMLIR_RUNTIME_LOGGER_LEVEL", "TT_RUNTIME_MEMORY_LOG_LEVEL",
                 "TTXLA_LOGGER_LEVEL", "PYTHONPATH")
        code = f"import os\nfor name in {names!r}:\n    print(os.environ.get(name))"
        environment.setdefault("XLA_FLAGS", "")
        environment.setdefault("PYTHONPATH", "")
        result = self.record(python(code), "--log", *options, environment=environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return dict(zip(names, result.stdout.decode().splitlines()))

    def test_xla_flags_are_extended(self):
        seen = self.seen(XLA_FLAGS="--xla_a=1  --xla_b=2")
        folder = self.folders()[-1]
        self.assertEqual(seen["XLA_FLAGS"], f"--xla_a=1  --xla_b=2 --xla_dump_to={folder} --xla_dump_hlo_as_proto=true")
        self.assertEqual(seen["JAX_ENABLE_COMPILATION_CACHE"], "false")
        self.assertEqual(seen["TTMLIR_RUNTIME_LOGGER_LEVEL"], "None")
        self.assertEqual(self.seen()["XLA_FLAGS"], f"--xla_dump_to={self.folders()[-1]} --xla_dump_hlo_as_proto=true")

    def test_a_dump_folder_of_the_user_is_kept(self):
        seen = self.seen(XLA_FLAGS="--xla_dump_to=/nowhere --xla_a=1")
        self.assertEqual(seen["XLA_FLAGS"], "--xla_dump_to=/nowhere --xla_a=1 --xla_dump_hlo_as_proto=true")

    def test_flags_in_a_file_are_read(self):
        flags = self.root / "flags"
        flags.write_text("--xla_a=1\n--xla_b=2\n")
        seen = self.record(python("import os; print(repr(os.environ['XLA_FLAGS']))"), "--log",
                           environment={"XLA_FLAGS": str(flags)}).stdout.decode()
        self.assertIn("--xla_a=1\\n--xla_b=2\\n --xla_dump_to=", seen)
        before = self.folders()
        for wrong, why in (("none", b"No such file"), (".", b"Is a directory")):
            result = self.record(["true"], environment={"XLA_FLAGS": str(self.root / wrong)})
            self.assertEqual(result.returncode, 3)
            self.assertIn(b"cannot read the flags in: " + why, result.stderr)
        self.assertEqual(self.folders(), before, "nothing was recorded")

    def test_a_file_of_flags_may_be_empty(self):
        (empty := self.root / "flags").touch()
        for flags in (empty, "/dev/null"):
            seen = self.seen(XLA_FLAGS=str(flags))["XLA_FLAGS"]
            self.assertEqual(seen, f"--xla_dump_to={self.folders()[-1]} --xla_dump_hlo_as_proto=true")

    def test_a_folder_with_a_space_is_quoted(self):
        # The value, as XLA takes a flag in quotes for the name of a file of flags.
        self.out = self.root / "my \"big\" recordings"
        name = str(self.out.resolve()).replace('"', '\\"')
        self.assertTrue(self.seen()["XLA_FLAGS"].startswith(f'--xla_dump_to="{name}/'))

    def test_a_quoted_dump_folder_of_the_user_is_kept(self):
        for flags, folder in [('--xla_dump_to="/no \\"such\\" place" --xla_a=1', '/no "such" place'),
                              ("--xla_dump_to='/no such place'", "/no such place")]:
            self.assertEqual(self.seen(XLA_FLAGS=flags)["XLA_FLAGS"], flags + " --xla_dump_hlo_as_proto=true")
            self.assertIn(folder, self.record(["true"], environment={"XLA_FLAGS": flags}).stderr.decode())

    def test_tenstorrents_logger_is_configured(self):
        seen = self.seen("--kind", "tt-xla")
        self.assertEqual([*seen.values()], ["", "None", "DEBUG", "operation", "DEBUG", ""])
        self.assertEqual([*self.seen("--kind", "tt-train").values()], ["", "None", "None", "None", "None", ""])

    def test_python_path_is_extended_in_front(self):
        self.assertEqual(self.seen()["PYTHONPATH"], f"{self.folders()[-1]}/tidemark_start")
        self.assertEqual(self.seen(PYTHONPATH="/a::/b:")["PYTHONPATH"], f"{self.folders()[-1]}/tidemark_start:/a::/b:")
        self.out = self.root / "a:b"  # such a name would be two folders
        self.assertEqual(self.seen(PYTHONPATH="/a")["PYTHONPATH"], "/a")
        self.assertEqual(sorted(path.name for path in self.folders()[-1].iterdir()), ["command.txt", "output.log"])


class What(Record):
    def test_programs_and_the_largest_of_them_are_reported(self):
        result = self.record(python(FAKE_XLA, PLAN))
        folder = self.folders()[0]
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["command.txt", "module_0001.jit_add.cpu_after_optimizations.hlo.pb",
                          "module_0001.jit_add.target_arguments.pb", "module_0002.jit_died.before_optimizations.hlo.pb", "output.log"])
        said = result.stderr.decode()
        self.assertIn(f"recorded in {folder}\n", said)
        self.assertRegex(said, r"  2 programs; memory is highest in jit_add: \d.*MiB of HBM")
        self.assertIn(f"  Read it: tidemark-cli {folder}\n  Open it: tidemark {folder}\n", said)
        opened = tool.answer("modules", folder, "--format", "json")
        self.assertIn("jit_add", [row["name"] for row in opened])

    def test_nothing_is_removed_from_a_dump_folder_of_the_user(self):
        own = self.root / "own"
        result = self.record(python(FAKE_XLA, PLAN), environment={"XLA_FLAGS": f"--xla_dump_to={own}"})
        self.assertEqual(len([*own.iterdir()]), 15)
        said = result.stderr.decode()
        self.assertIn(f"  XLA dumps to {own}, as XLA_FLAGS say.\n", said)
        self.assertIn(f"  Open it: tidemark {own}\n", said)
        self.assertIn("jit_add", said)

    def test_a_message_is_opened_with_programs_in_another_folder(self):
        own = self.root / "own"
        log = sorted((tool.DATA / "oom").glob("*e1000*.txt"))[0]
        result = self.record(["cat", str(log)], environment={"XLA_FLAGS": f"--xla_dump_to={own}"})
        self.assertIn(f"  Open it: tidemark {self.folders()[0]}\n", result.stderr.decode(), "no program is there")
        result = self.record(python(FAKE_XLA + f"\nprint(open({str(log)!r}).read())", PLAN),
                             environment={"XLA_FLAGS": f"--xla_dump_to={own}"})
        self.assertIn(f"  Open it: tidemark {own} {self.folders()[-1]}\n", result.stderr.decode())

    def test_a_recording_without_content_is_reported(self):
        for kind in ([], ["--kind", "tt-train"], ["--kind", "tt-xla"]):
            said = self.record(["true"], *kind).stderr.decode()
            self.assertNotIn("Open it", said)
            self.assertIn("  Nothing to open: its output has no message", said)

    def test_an_out_of_memory_message_is_reported(self):
        log = sorted((tool.DATA / "oom").glob("*e1000*.txt"))[0]
        result = self.record(["cat", str(log)])
        self.assertRegex(result.stderr.decode(), r"Memory ran out \(output\.log, line \d+\): .*needed .*limit ")
        self.assertIn("No program was dumped", result.stderr.decode())

    def test_training_runs_and_the_largest_of_them_are_reported(self):
        result = self.record(["cat", str(tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log")], "--kind", "tt-train")
        folder = self.folders()[0]
        said = result.stderr.decode()
        self.assertIn("  2 runs; memory is highest in tinyllama (default): 15.30 GiB of DRAM.\n", said)
        self.assertIn(f"  Open it: tidemark {folder}\n", said)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["command.txt", "output.log"])
        self.assertEqual([row["name"] for row in tool.answer("modules", folder, "--format", "json")],
                         ["tinyllama (memory_efficient)", "tinyllama (default)"])
        self.assertIn(b"  No run was logged: ", self.record(["true"], "--kind", "tt-train").stderr)

    def test_log_prints_nothing(self):
        self.assertEqual(self.record(["true"], "--log").stderr, b"")

    def test_the_window_is_opened(self):
        shutil.copy(tool.CLI, self.root / "tidemark-cli")
        log = sorted((tool.DATA / "oom").glob("*e1000*.txt"))[0]
        fake = self.root / "tidemark"
        fake.write_text(f"#!/bin/sh\necho \"$@\" > {self.root}/part && mv {self.root}/part {self.root}/opened\n")
        fake.chmod(0o755)
        subprocess.run([self.root / "tidemark-cli", "record", "--out", self.out, "--open", "--", "cat", log], check=True, timeout=60,
                       capture_output=True)
        until = time.monotonic() + 30
        while not (self.root / "opened").exists() and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual((self.root / "opened").read_text(), f"{self.folders()[0]}\n")


# What record uses of JAX. As JAX does, it forgets its backend before the interpreter ends.
FAKE_JAX = """
import atexit
import pathlib
_default_backend = None
class Client:
    platform = "cpu"
    arrays = [1]
    def live_arrays(self):
        return self.arrays
    def heap_profile(self):
        return pathlib.Path(PROFILE).read_bytes()
def start():
    global _default_backend
    _default_backend = Client()
def clean_up():
    global _default_backend
    _default_backend = None
atexit.register(clean_up)
"""


class Profile(Record):
    """The memory profile at the end, with a module that stands for JAX."""

    def setUp(self):
        super().setUp()
        self.data = gzip.decompress((tool.DATA / "history" / "jax_end.pprof.gz").read_bytes())
        self.modules = self.root / "modules"
        for folder in ("jax", "jax/_src"):
            (self.modules / folder).mkdir(parents=True, exist_ok=True)
        (self.modules / "jax" / "__init__.py").write_text("from jax._src import xla_bridge\n")
        (self.modules / "jax" / "_src" / "__init__.py").write_text("")
        (self.root / "profile").write_bytes(self.data)
        (self.modules / "jax" / "_src" / "xla_bridge.py").write_text(FAKE_JAX.replace("PROFILE", repr(str(self.root / "profile"))))

    def run_python(self, code, *options, words=(), paths=(), before="import jax; jax._src.xla_bridge.start()\n"):
        environment = {"PYTHONPATH": os.pathsep.join(map(str, (*paths, self.modules)))}
        return self.record([sys.executable, *words, "-c", before + code], *options, environment=environment)

    def profiles(self):
        """The profiles in the newest recording. Nothing else that was written for them may be left."""
        left = sorted(path.name for path in self.folders()[-1].iterdir())
        self.assertEqual([name for name in left if not name.startswith("memory")], ["command.txt", "output.log"])
        return [name for name in left if name.startswith("memory")]

    def test_a_profile_is_kept_and_shown(self):
        result = self.run_python("print('out')")
        self.assertEqual((result.returncode, result.stdout), (0, b"out\n"))
        folder = self.folders()[0]
        self.assertEqual(self.profiles(), ["memory.prof"])
        self.assertEqual(gzip.decompress((folder / "memory.prof").read_bytes()), self.data)
        self.assertEqual(oct((folder / "memory.prof").stat().st_mode & 0o777), "0o600")
        said = result.stderr.decode()
        self.assertIn("  memory.prof: 19.29 MiB of cpu:0 was in use when the program ended, the most of 2 memories.\n", said)
        self.assertIn(f"  Open it: tidemark {folder}\n  What was in use: tidemark-cli {folder}/memory.prof\n", said)
        self.assertEqual(tool.answer("summary", folder, "--format", "json")["occupied_peak_bytes"], 20_221_956)

    def test_the_exit_status_stays_however_the_program_ends(self):
        for code, status, kept in (("import sys; sys.exit(3)", 3, True),
                                   ("raise MemoryError('full')", 1, True),
                                   ("import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(9)", 130, True),
                                   ("import os; os._exit(5)", 5, False),
                                   ("import os; os.kill(os.getpid(), 9)", 137, False)):
            result = self.run_python(code, "--log")
            self.assertEqual(result.returncode, status, code)
            self.assertEqual(self.profiles(), ["memory.prof"] if kept else [], code)

    def test_other_programs_have_no_profile(self):
        bridge = "bridge = jax._src.xla_bridge; bridge.start()\n"
        for before, code in (("", "print('no JAX')"), ("import jax\n", "print('no backend')"),
                             ("import jax\n", bridge + "bridge.Client.arrays = []"),
                             ("import jax\n", bridge + "bridge.Client.platform = 'other'"),
                             ("import jax\n", bridge + "bridge.Client.heap_profile = None"),
                             ("import jax\n", bridge + "import sys\nbridge.Client.heap_profile = lambda self: sys.exit(4)"),
                             ("", "import sys; sys.modules['jax._src.xla_bridge'] = 7")):
            result = self.run_python(code, "--log", before=before)
            self.assertEqual((result.returncode, result.stderr), (0, b""), code)
            self.assertEqual(self.profiles(), [], code)

    def test_a_python_that_ignores_the_environment_is_left_alone(self):
        before = f"import sys; sys.path.append({str(self.modules)!r}); import jax; jax._src.xla_bridge.start()\n"
        for word in ("-I", "-E", "-S"):
            result = self.run_python("print(1)", "--log", words=[word], before=before)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"1\n", b""))
            self.assertEqual(self.profiles(), [])

    def test_the_program_sees_what_it_sees_without_record(self):
        (self.root / "look.py").write_text("import sys, os, pkgutil\nprint(sys.path, sorted(sys.modules), sys.argv, sys.flags)\n"
                                           "print(len(list(pkgutil.iter_modules())))\n")
        for words in ([], ["-W", "error"], ["-X", "dev"], ["-OO"], ["-B"]):
            command = [sys.executable, *words, str(self.root / "look.py")]
            alone = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": str(self.modules)})
            recorded = self.record(command, "--log", environment={"PYTHONPATH": str(self.modules)})
            self.assertEqual((recorded.stdout, recorded.stderr), (alone.stdout, alone.stderr))

    def test_another_sitecustomize_is_executed_as_without_record(self):
        own = self.root / "own"
        own.mkdir()
        for text, code in (("import builtins; builtins.OWN = __name__, __file__", "import sitecustomize; print(OWN, sitecustomize.__file__)"),
                           ("raise ValueError('wrong')", "print(1)"), ("import no_such_module", "print(1)")):
            (own / "sitecustomize.py").write_text(text)
            shutil.rmtree(own / "__pycache__", ignore_errors=True)
            paths = [own, self.modules]
            alone = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False,
                                   env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))})
            result = self.run_python(code, "--log", before="", paths=[own])
            self.assertEqual((result.returncode, result.stdout, result.stderr), (alone.returncode, alone.stdout, alone.stderr))
        (own / "sitecustomize.py").write_text("import sys; sys.exit(6)")
        self.assertEqual(self.run_python("print(1)", "--log", before="", paths=[own]).returncode, 1, "as without record")
        (own / "sitecustomize.py").write_text("import builtins; builtins.OWN = 1  # another size")
        self.assertEqual(self.run_python("print(OWN)", "--log", paths=[own]).stdout, b"1\n")
        self.assertEqual(self.profiles(), ["memory.prof"])

    def test_a_fork_writes_no_profile(self):
        result = self.run_python("import os\nif os.fork() == 0:\n    raise SystemExit(0)\nos.wait()", "--log")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(self.profiles(), ["memory.prof"])

    def test_several_processes_do_not_overwrite_each_other(self):
        start = "import jax; jax._src.xla_bridge.start()"
        child = f"import subprocess, sys\nfor _ in range(4):\n    subprocess.run([sys.executable, '-c', {start!r}], check=True)\n"
        said = self.run_python(child).stderr.decode()
        names = self.profiles()
        self.assertEqual((len(names), names[0]), (5, "memory.prof"))
        self.assertTrue(all(name[len("memory_"):-len(".prof")].isdigit() for name in names[1:]), names)
        self.assertIn("  memory.prof: ", said)
        self.assertIn("  … and 2 more profiles.\n", said)
        self.run_python(child, "--log", before="")
        self.assertEqual(len(self.profiles()), 4)
        self.assertNotIn("memory.prof", self.profiles())

    def test_a_program_that_the_command_starts_has_a_profile(self):
        words = [sys.executable, "-c", "import jax; jax._src.xla_bridge.start()"]
        self.record(["sh", "-c", '"$0" -c pass; "$@"; exit 0', *words[:1], *words], "--log",
                    environment={"PYTHONPATH": str(self.modules)})
        self.assertEqual(self.profiles(), ["memory.prof"])

    def test_the_profile_is_taken_after_the_last_thread(self):
        code = ("import threading, time\ndef work():\n    time.sleep(0.5)\n    jax._src.xla_bridge.start()\n"
                "threading.Thread(target=work).start()")
        self.run_python(code, "--log", before="import jax\n")
        self.assertEqual(self.profiles(), ["memory.prof"])

    def test_a_recording_in_a_recording_has_a_profile_too(self):
        inner = self.root / "inner"
        self.record([tool.CLI, "record", "--log", "--out", str(inner), "--", *python("import jax; jax._src.xla_bridge.start()")],
                    "--log", environment={"PYTHONPATH": str(self.modules)})
        self.assertEqual(self.profiles(), ["memory.prof"])
        self.assertTrue((next(inner.iterdir()) / "memory.prof").is_file())


class Usage(unittest.TestCase):
    def test_wrong_usage_is_reported(self):
        for words, text in (([], "-- and a command after it are needed"), (["--kind", "x", "--", "true"], "tt-train or tt-xla, not x"),
                            (["--out", "", "--", "true"], "--out: needs a value")):
            result = tool.run("record", *words)
            self.assertEqual(result.returncode, 2)
            self.assertIn(text, result.stderr.decode())




class Jax(Record):
    """A real program on the processor. TIDEMARK_JAX_PYTHON may name a Python that has JAX, or be empty
    to leave it out; else it is installed."""

    PROGRAM = """
import jax, jax.numpy as jnp
@jax.jit
def step(p, x):
    g = jax.grad(lambda p: jnp.sum(jnp.tanh(x @ p) ** 2))(p)
    return p - 0.1 * g
for _ in range(2):
    p = step(jnp.ones((256, 512)), jnp.ones((64, 256)))
print(p.shape)
"""

    def interpreter(self):
        given = os.environ.get("TIDEMARK_JAX_PYTHON")
        if given == "":
            self.skipTest("left out")
        if given:
            return given
        if self.environment is None:
            type(self).environment = pathlib.Path(tempfile.mkdtemp())
            self.addClassCleanup(shutil.rmtree, self.environment)
            type(self).fault = self.install(self.environment)
        if self.fault:
            self.skipTest(self.fault)
        return str(self.environment / "bin/python")

    environment = None  # the folder into which JAX is installed, once
    fault = ""

    @staticmethod
    def install(folder):
        """Installs JAX. Returns why that is impossible, or an empty text."""
        if subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, check=False).returncode != 0:
            return "no virtual environments here"
        installed = subprocess.run([folder / "bin/pip", "install", "-q", "--retries", "0", "--timeout", "10", "jax[cpu]"],
                                   capture_output=True, check=False, timeout=240)
        return "" if installed.returncode == 0 else "JAX cannot be installed: no network?"

    def test_programs_are_dumped_even_with_a_warm_cache(self):
        command = [self.interpreter(), "-c", self.PROGRAM]
        cache = {"JAX_PLATFORMS": "cpu", "JAX_COMPILATION_CACHE_DIR": str(self.root / "cache"),
                 "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0", "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1"}
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, **cache}, timeout=120)
        result = self.record(command, environment=cache)
        self.assertEqual((result.returncode, result.stdout), (0, b"(256, 512)\n"), result.stderr)
        self.assertIn(b"memory is highest in jit_step", result.stderr)
        step = tool.answer("summary", self.folders()[0], "--module", "jit_step", "--format", "json")
        self.assertEqual(step["arguments_bytes"], 4 * (256 * 512 + 64 * 256))
        self.assertEqual(step["outputs_bytes"], 4 * 256 * 512)

    def test_a_failed_allocation_leaves_a_profile_of_the_arrays_that_were_in_use(self):
        program = """
import jax.numpy as jnp
def train():
    weights = [jnp.ones((512, 1024)) for _ in range(3)]
    return jnp.zeros((1 << 22, 1 << 22))
train()
"""
        result = self.record([self.interpreter(), "-c", program], environment={"JAX_PLATFORMS": "cpu"})
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(b"Memory ran out", result.stderr)
        profile = self.folders()[0] / "memory.prof"
        found = tool.answer("summary", profile, "--format", "json")
        self.assertGreaterEqual(found["occupied_peak_bytes"], 3 * 4 * 512 * 1024)
        self.assertIn("train", str(tool.answer("buffers", profile, "--at", "peak", "--format", "json")))

    def test_a_program_that_holds_no_array_leaves_no_profile(self):
        result = self.record([self.interpreter(), "-c", "import jax; jax.devices()"], environment={"JAX_PLATFORMS": "cpu"})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse((self.folders()[0] / "memory.prof").exists())


if __name__ == "__main__":
    tool.main()
