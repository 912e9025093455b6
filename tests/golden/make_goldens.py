#!/usr/bin/env python3
"""make_goldens.py TIDEMARK_CLI [TEXT_CONTAINER]: asks XProf 2.24.2 again for every golden answer of tests/data, from the
profiles next to them, and names the files that it changed: none if profiles and XProf are the same. Run by hand, not a test.

    cmake --build build/dev --target tidemark-cli text_container
    python3 -m venv VENV && VENV/bin/pip install xprof==2.24.2
    VENV/bin/python tests/golden/make_goldens.py build/dev/app/tidemark-cli build/dev/tests/golden/text_container

With TEXT_CONTAINER, sessions/crafted's lives.xplane.pb is first made again from the programs in tests/golden/lives.
The library only says which modules and spaces there are; the answers are XProf's. It prints maps in the order of its hash: here
they are sorted, so that equal answers are equal files.
"""
import gzip
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import answers
import ask_xprof

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"


def profiles():
    """Each profile and the folder of its answers."""
    for path in sorted(DATA.glob("sessions/*/plugins/profile/*/*.xplane.pb")):
        yield path, DATA / "golden" / path.parents[3].name / host(path)
    for path in sorted(DATA.glob("cpu_live/*/*.xplane.pb")):
        yield path, DATA / "cpu_live" / f"golden_{path.parent.name}" / host(path)
    for path in sorted(DATA.glob("gpu/*.xplane.pb")):
        yield path, DATA / "gpu" / f"golden_{host(path)}"


def host(path):
    return path.name[: -len(".xplane.pb")]


def modules(cli, profile):
    run = subprocess.run([cli, "modules", profile, "--format", "json"], capture_output=True, check=True)
    for module in json.loads(run.stdout):
        # XProf names a module without an id as if it were 0.
        yield f"{module['name']}({module['program_id'] or 0})", [space["space"] for space in module["spaces"]]


def sorted_maps(answer):
    spans = answer.get("logicalBufferSpans")
    if spans:
        answer["logicalBufferSpans"] = dict(sorted(spans.items(), key=lambda item: int(item[0])))
    return answer


def write(path, answer):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(sorted_maps(answer), separators=(",", ":"), ensure_ascii=False)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def main():
    cli = sys.argv[1]
    if len(sys.argv) > 2:
        target = DATA / "sessions/crafted/plugins/profile/2026_11_21/lives.xplane.pb"
        subprocess.run([sys.argv[2], target, *sorted(HERE.glob("lives/*.txt"))], check=True)
    made, changed, without = set(), [], []
    for profile, folder in profiles():
        with ask_xprof.Asked(profile) as asked:
            for module, spaces in modules(cli, profile):
                for space in spaces:
                    path = folder / f"{module}.{space}.json.gz"
                    answer = asked.memory_viewer(module, space)
                    if answer is None:
                        without.append(path)
                        continue
                    made.add(path)
                    # Rows of equal size come in any order. An answer with equal content is kept unchanged.
                    if not path.exists() or answers.differences(answers.load(path), answer):
                        write(path, answer)
                        changed.append(path)
    left = [path for path in DATA.rglob("*.json.gz") if path not in made]
    for title, paths in (("written", changed), ("without an answer of XProf", without), ("of no profile", left)):
        for path in paths:
            print(f"{title}: {path.relative_to(DATA)}")
    print(f"{len(made)} answers of XProf {ask_xprof.VERSION}, {len(changed)} of them written")
    sys.exit(1 if without or left else 0)


main()
