#!/usr/bin/env python3
"""mutate.py WORK [option…]: checks if the tests detect changes of core/.

Makes seeded changes of one operator each in core/**/*.cpp, one at a time, builds, and runs the tests of the core, the command
line and the goldens until one fails, those of the changed file first. A change that no test detects is printed as such. It requires
a test, or a line in no_difference.txt in this folder with the reason why it makes no difference. Changes listed there are skipped,
and so are changes of reserved memory and those in UNTOLD below. Run it by hand, it is not part of the tests: a change takes a
quarter of a minute of processor time, or a whole minute if no test detects it.

    nice python3 tests/mutation/mutate.py /tmp/mutation --seed 7 --count 40

WORK gets a copy of the sources (what git lists) and a build folder; both are kept, so that a second run starts at once. Nothing
outside WORK is written.

    --seed N        another choice of changes (1)
    --count N       the number of changes that compile (20)
    --only TEXT     in files whose path contains it
    --spread        from the folders in turn, instead of uniformly from all lines
    --at FILE:LINE  the changes of one line
    --part I/N      every N-th of them, from the I-th: N runs with folders of their own share a seed
    --quick         without the slow tests: changes detected only by these count as not detected
    --build FOLDER  another build folder, taken as it is if it is configured for WORK/source
    --cmake OPTION  for the build, instead of -DCMAKE_CXX_FLAGS_DEBUG=-O1; may come several times
    --stale         only lists the entries of no_difference.txt that are no change of the sources; needs no WORK
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KNOWN = pathlib.Path(__file__).with_name("no_difference.txt")
SLOW = "Corruption.*:CorruptedPlan.*:TimelineOracle.*:TimelineInvariants.*:IdMap.*:*FramingOf.*"  # most changes are detected without these
SLOWLY = "core, slow"
SLOWEST = 900  # processor seconds
CLI, CORE, OOM, FAULTS = "tidemark-cli", "core_tests", "oom_tests", "faulty_disk"  # targets
SUITE = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\((\w+),", re.MULTILINE)

# Patterns and their replacements. Spaces keep templates, pointers, arrows and shifts apart from operators.
OPERATORS = (
    (r" < ", (" <= ", " >= ")), (r" <= ", (" < ", " > ")), (r" > ", (" >= ", " <= ")), (r" >= ", (" > ", " < ")),
    (r" == ", (" != ",)), (r" != ", (" == ",)), (r" && ", (" || ",)), (r" \|\| ", (" && ",)),
    (r" \+ ", (" - ",)), (r" - ", (" + ",)), (r" \* ", (" / ",)), (r" / ", (" * ",)), (r" % ", (" * ",)),
    (r" \+= ", (" -= ", " = ")), (r" -= ", (" += ",)), (r" \|= ", (" = ", " &= ")),
    (r" & ", (" | ",)), (r" \| ", (" & ",)), (r" << (?=\d|\w+\))", (" >> ",)), (r" >> ", (" << ",)),
    (r"\btrue\b", ("false",)), (r"\bfalse\b", ("true",)), (r"(?<=[(\s])!(?=\w)", ("",)),
    (r"\bstd::min\b", ("std::max",)), (r"\bstd::max\b", ("std::min",)), (r"\bcontinue;", ("break;",)),
    (r"(?<![\w.'])\d{1,6}(?![\w.'])", ("+1", "-1")),
)
# Changes of numbers without an effect on any answer: the text before the number, the number, its replacement.
UNTOLD = (
    (r"take(Digits\(|While\(.*, )$", r"1", r"0"),  # the minimum number of letters: too few and none both match nothing
    (r"(std::array<char, |\bchar \w+\[)$", r"\d+", r"more"),  # the size of a print buffer
    (r"\bkPollEvery\b.*", r"\d+", r"more|[1-9]\d*"),  # the interval between checks for cancellation
)
STATEMENT = re.compile(r"^\s+(?!return\b|using\b|break;|continue;|case\b|default\b)[\w.:>\[\]()\-]+(\(.*\)| [+|&-]?= .*);$")


class Change(NamedTuple):
    path: pathlib.Path
    line: int  # from 1
    before: str
    after: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text()}"

    def text(self):
        """Without a comment after the code, so that comments can be rewritten."""
        return f"{without_comment(self.before)}  ->  {without_comment(self.after) or '(removed)'}"

    def key(self):
        return f"{self.path}: {self.text()}"


def without_comment(line):
    return line[: len(next(code_of([line])).rstrip())].strip() if "//" in line else line.strip()


def known():
    """Changes without a difference: paths and changes, at any place in the file. Indented lines give the reason."""
    lines = KNOWN.read_text(encoding="utf-8").splitlines() if KNOWN.exists() else ()
    return {line for line in lines if line.startswith("core/")}


def code_of(lines):
    """The lines with comments, texts and preprocessor lines blanked, at the same columns."""
    for line in lines:
        if line.lstrip().startswith(("#", "//", "///", "static_assert", "template")):
            yield " " * len(line)
            continue
        line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda text: " " * len(text.group()), line)
        yield re.sub(r"//.*", lambda text: " " * len(text.group()), line)


def is_untold(before, old, new):
    changes = (new, "more") if int(new) > int(old) else (new,)
    return any(re.search(place, before) and re.fullmatch(number, old) and any(re.fullmatch(to, each) for each in changes)
               for place, number, to in UNTOLD)


def changes_of(root, path):
    lines = (root / path).read_text(encoding="utf-8").splitlines()
    for number, (line, code) in enumerate(zip(lines, code_of(lines)), 1):
        if ".reserve(" in code or ".shrink_to_fit(" in code:
            continue  # reserved memory does not change an answer
        if "::k" in code or code.strip().startswith(("constexpr", "static constexpr", "inline constexpr")) and "{" in code:
            continue
        for pattern, replacements in OPERATORS:
            for found in re.finditer(pattern, code):
                if '"' in line[max(found.start() - 1, 0): found.end() + 1]:
                    continue  # strings are only concatenated
                for new in replacements:
                    if new in ("+1", "-1"):
                        new = str(int(found.group()) + int(new))
                        if new == "-1" or is_untold(code[: found.start()], found.group(), new):
                            continue
                    yield Change(path, number, line, line[: found.start()] + new + line[found.end():])
        if STATEMENT.match(code) and code.count("(") == code.count(")"):
            yield Change(path, number, line, "")


def sources():
    return sorted(path.relative_to(ROOT) for path in (ROOT / "core").rglob("*.cpp"))


def list_stale():
    """Prints the known changes that the sources do not have any more. Returns the exit status."""
    stale = known() - {change.key() for path in sources() for change in changes_of(ROOT, path)}
    for line in sorted(stale):
        print(line)
    return 1 if stale else 0


def in_turn(changes):
    folders = {}
    for change in changes:
        folders.setdefault(change.path.parent, []).append(change)
    ranked = [(rank, change) for folder in folders.values() for rank, change in enumerate(folder)]
    return [change for _, change in sorted(ranked, key=lambda pair: pair[0])]


def succeeds(command, seconds, log):
    """True if the command succeeds within this processor time, and a wall time that only a hanging command exceeds."""
    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))  # browsers reserve more addresses than they use
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    with open(log, "wb") as out:
        try:
            return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
                                  timeout=60 + 10 * seconds, preexec_fn=limit).returncode == 0
        except subprocess.TimeoutExpired:
            return False


class Workshop:
    def __init__(self, work, build, configure, quick):
        self._configure = configure
        self.source = work / "source"
        self.build = build or self.source / "build" / "mutation"
        self.log = work / "log.txt"
        self._quick = quick
        self._limits = {}

    def prepare(self):
        names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, names):
            origin, copy = ROOT / name, self.source / name
            if not origin.is_file() or (copy.exists() and copy.read_bytes() == origin.read_bytes()):
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(origin, copy)
        if not (self.build / "CMakeCache.txt").exists():
            self.configure()
        if not self.builds(CLI, CORE, OOM, FAULTS, jobs=os.cpu_count()):
            sys.exit(f"the sources do not build: {self.log}")
        for _, name, command in self.tests():
            if name == SLOWLY:
                continue
            start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if not succeeds(command, SLOWEST, self.log):
                sys.exit(f"{name} fails without any change: {self.log}")
            self._limits[name] = 5 + 3 * int(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start)

    def configure(self):
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        linker = next((f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={name}" for name in ("lld", "gold") if shutil.which(f"ld.{name}")),
                      "")
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DTIDEMARK_BUILD_GUI=OFF",
                        "-DCMAKE_BUILD_TYPE=Debug", "-DTIDEMARK_UNITE=but_core", "-DTIDEMARK_PRECOMPILE=ON", *launcher,
                        *filter(None, [linker]), *self._configure], check=True, stdout=subprocess.DEVNULL)

    def builds(self, *targets, jobs=1):
        return succeeds(["cmake", "--build", self.build, f"-j{jobs}", "--target", *targets], SLOWEST, self.log)

    def tests(self, path=None):
        """Each test with its build target. Tests that detect most changes come first."""
        cli = self.build / "app" / "tidemark-cli"
        python = [sys.executable, "-B"]
        tests = self.source / "tests"
        core, oom = ([self.build / "tests/core" / target, "--gtest_fail_fast", "--gtest_brief=1"] for target in (CORE, OOM))
        transcripts = tests / "cli/transcripts_test.py"
        yield CLI, "cli transcripts", [*python, transcripts, cli, "--failfast"]
        if near := ":".join(f"*{suite}.*" for suite in self.suites_of(path)):
            yield CORE, "core", [*core, f"--gtest_filter={near}-{SLOW}"]
        yield OOM, "oom", oom
        yield CLI, "golden", [*python, tests / "golden/conformance.py", cli, tests / "data"]
        yield CORE, "core", [*core, f"--gtest_filter=-{SLOW}"]
        for script in sorted(set(tests.glob("cli/*_test.py")) - {transcripts, tests / "cli/export_test.py"}):  # tests the window
            disk = [self.build / "tests/cli/libfaulty_disk.so"] if script.stem == "faults_test" else []
            yield CLI, f"cli {script.stem}", [*python, script, cli, *disk]
        if not self._quick:
            yield CORE, SLOWLY, [*core, f"--gtest_filter={SLOW}"]

    def suites_of(self, path):
        """The suites of the test files that include the header of a source."""
        header = f'"{path.with_suffix(".h")}"' if path else None
        texts = (test.read_text(encoding="utf-8") for test in (self.source / "tests/core").glob("*_test.cpp")) if path else ()
        return sorted({suite for text in texts if header in text for suite in SUITE.findall(text)})

    def noticed_by(self, change):
        """The name of the failing test; "" if none fails, None if the change does not compile."""
        path = self.source / change.path
        original = path.read_text(encoding="utf-8")
        lines = original.split("\n")
        lines[change.line - 1] = change.after
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            if not self.builds(CLI):
                return None
            return next((name for target, name, command in self.tests(change.path)
                         if not self.builds(target) or not succeeds(command, self._limits.get(name, SLOWEST), self.log)), "")
        finally:
            path.write_text(original, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=pathlib.Path, nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--spread", action="store_true")
    parser.add_argument("--at", default="")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--cmake", action="append", default=[])
    parser.add_argument("--stale", action="store_true")
    options = parser.parse_args()
    if options.stale:
        sys.exit(list_stale())
    if not options.work:
        parser.error("WORK is needed")
    os.environ.setdefault("TIDEMARK_JAX_PYTHON", "")  # tests that record a real JAX are slow and do not test core/
    workshop = Workshop(options.work.absolute(), options.build, options.cmake or ["-DCMAKE_CXX_FLAGS_DEBUG=-O1"], options.quick)
    workshop.prepare()
    changes = [change for path in sources() if options.only in str(path) for change in changes_of(ROOT, path)]
    if options.at:
        changes = [change for change in changes if f"{change.path}:{change.line}" == options.at]
    without = known()
    changes = [change for change in changes if change.key() not in without]
    random.Random(options.seed).shuffle(changes)
    if options.spread:
        changes = in_turn(changes)
    part, parts = map(int, options.part.split("/"))
    changes = changes[part - 1:: parts]
    tried, unnoticed = 0, []
    for change in changes:
        if tried == options.count:
            break
        test = workshop.noticed_by(change)
        if test is None:
            continue
        tried += 1
        print(f"{test or 'NOT NOTICED'}: {change}", flush=True)
        if not test:
            unnoticed.append(change)
    workshop.builds(CLI, CORE, OOM)
    print(f"{tried - len(unnoticed)} of {tried} changes were noticed")
    sys.exit(1 if unnoticed else 0)


main()
