#!/usr/bin/env python3
"""mutate.py WORK [option…]: do the tests notice when core/ is changed?

Makes seeded changes of one operator each in core/**/*.cpp, one at a time, builds, and runs the tests of the core, the command
line and the goldens until one fails. A change that no test notices is printed as such: it wants a test, or a reason why it makes
no difference. By hand, not part of the tests: a change takes a minute or two.

    nice python3 tests/mutation/mutate.py /tmp/mutation --seed 7 --count 40

WORK gets a copy of the sources (what git lists) and a build folder; both are kept, so that a second run starts at once. Nothing
outside WORK is written.

    --seed N        another choice of changes (1)
    --count N       so many that compile (20)
    --only TEXT     in files whose path contains it
    --at FILE:LINE  the changes of one line
    --build FOLDER  another build folder, taken as it is if it is configured for WORK/source
    --cmake OPTION  for the build, instead of -DCMAKE_CXX_FLAGS=-O1; may come several times
"""
import argparse
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SLOW = "Corruption.*:TimelineOracle.*:TimelineInvariants.*"  # most changes are noticed without them
SLOWLY = "core, slow"
SLOWEST = 900  # seconds
TARGETS = ("tidemark-cli", "core_tests")

# What is looked for, and what it may become. Spaces keep templates, pointers, arrows and shifts apart from operators.
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
STATEMENT = re.compile(r"^\s+(?!return\b|using\b|break;|continue;|case\b|default\b)[\w.:>\[\]()\-]+(\(.*\)| [+|&-]?= .*);$")


class Change(NamedTuple):
    path: pathlib.Path
    line: int  # from 1
    before: str
    after: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.before.strip()}  ->  {self.after.strip() or '(removed)'}"


def code_of(lines):
    """The lines with comments, texts and preprocessor lines blanked, at the same columns."""
    for line in lines:
        if line.lstrip().startswith(("#", "//", "///", "static_assert", "template")):
            yield " " * len(line)
            continue
        line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda text: " " * len(text.group()), line)
        yield re.sub(r"//.*", lambda text: " " * len(text.group()), line)


def changes_of(root, path):
    lines = (root / path).read_text(encoding="utf-8").splitlines()
    for number, (line, code) in enumerate(zip(lines, code_of(lines)), 1):
        if "::k" in code or code.strip().startswith(("constexpr", "static constexpr", "inline constexpr")) and "{" in code:
            continue
        for pattern, replacements in OPERATORS:
            for found in re.finditer(pattern, code):
                if '"' in line[max(found.start() - 1, 0): found.end() + 1]:
                    continue  # texts are only put together
                for new in replacements:
                    if new in ("+1", "-1"):
                        new = str(int(found.group()) + int(new))
                        if new == "-1":
                            continue
                    yield Change(path, number, line, line[: found.start()] + new + line[found.end():])
        if STATEMENT.match(code) and code.count("(") == code.count(")"):
            yield Change(path, number, line, "")


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def succeeds(command, seconds, log):
    with open(log, "wb") as out:
        try:
            return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds,
                                  check=False, preexec_fn=limited).returncode == 0
        except subprocess.TimeoutExpired:
            return False


class Workshop:
    def __init__(self, work, build, configure):
        self._configure = configure
        self.source = work / "source"
        self.build = build or self.source / "build" / "mutation"
        self.log = work / "log.txt"
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
        if not self.builds():
            sys.exit(f"the sources do not build: {self.log}")
        self._limits[SLOWLY] = SLOWEST
        for name, command in self.tests():
            if name == SLOWLY:
                continue
            start = time.monotonic()
            if not succeeds(command, 3600, self.log):
                sys.exit(f"{name} fails without any change: {self.log}")
            self._limits[name] = 20 + 3 * (time.monotonic() - start)

    def configure(self):
        launcher = shutil.which("ccache")
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DTIDEMARK_BUILD_GUI=OFF", "-DCMAKE_BUILD_TYPE=Debug",
                        *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else []), *self._configure],
                       check=True, stdout=subprocess.DEVNULL)

    def builds(self):
        return succeeds(["cmake", "--build", self.build, "-j1", "--target", *TARGETS], 3600, self.log)

    def tests(self):
        cli = self.build / "app" / "tidemark-cli"
        python = [sys.executable, "-B"]
        tests = self.source / "tests"
        yield "golden", [*python, tests / "golden/conformance.py", cli, tests / "data"]
        core = [self.build / "tests/core/core_tests", "--gtest_fail_fast", "--gtest_brief=1"]
        yield "core", [*core, f"--gtest_filter=-{SLOW}"]
        yield SLOWLY, [*core, f"--gtest_filter={SLOW}"]
        for script in sorted(tests.glob("cli/*_test.py")):
            yield f"cli {script.stem}", [*python, script, cli]

    def noticed_by(self, change):
        """The test that fails; "" if none does, None if the change does not compile."""
        path = self.source / change.path
        original = path.read_text(encoding="utf-8")
        lines = original.split("\n")
        lines[change.line - 1] = change.after
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            if not self.builds():
                return None
            return next((name for name, command in self.tests() if not succeeds(command, self._limits[name], self.log)), "")
        finally:
            path.write_text(original, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--at", default="")
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--cmake", action="append", default=[])
    options = parser.parse_args()
    workshop = Workshop(options.work.absolute(), options.build, options.cmake or ["-DCMAKE_CXX_FLAGS=-O1"])
    workshop.prepare()
    paths = sorted(path.relative_to(ROOT) for path in (ROOT / "core").rglob("*.cpp"))
    changes = [change for path in paths if options.only in str(path) for change in changes_of(ROOT, path)]
    if options.at:
        changes = [change for change in changes if f"{change.path}:{change.line}" == options.at]
    random.Random(options.seed).shuffle(changes)
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
    workshop.builds()
    print(f"{tried - len(unnoticed)} of {tried} changes were noticed")
    sys.exit(1 if unnoticed else 0)


main()
