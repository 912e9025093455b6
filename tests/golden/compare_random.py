#!/usr/bin/env python3
"""compare_random.py TIDEMARK_CLI RANDOM_CONTAINER [SEED [COUNT]]: `memory-viewer` against XProf itself on COUNT (400) random
programs. By hand, not a test: XProf is 1 GB of packages.

    cmake --build build/dev --target tidemark-cli random_container
    python3 -m venv VENV && VENV/bin/pip install xprof==2.24.2
    VENV/bin/python tests/golden/compare_random.py build/dev/app/tidemark-cli build/dev/tests/golden/random_container
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import answers
import ask_xprof


def ours(cli, profile, module, space):
    run = subprocess.run([cli, "memory-viewer", profile, "--module", module, "--space", str(space)], capture_output=True,
                         timeout=60, check=False)
    return json.loads(run.stdout) if run.returncode == 0 else run.stderr.decode(errors="replace").strip()


def main():
    cli, generator, seed, count = sys.argv[1], sys.argv[2], *map(int, (sys.argv[3:] + ["1", "400"])[:2])
    outcomes = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        profile = str(pathlib.Path(folder) / "random.xplane.pb")
        subprocess.run([generator, profile, str(seed), str(count)], check=True)
        modules = json.loads(subprocess.run([cli, "modules", profile, "--format", "json"], capture_output=True, check=True).stdout)
        with ask_xprof.Asked(profile) as asked:
            for module in modules:
                title = f"{module['name']}({module['program_id']})"
                for space in [space["space"] for space in module["spaces"]]:
                    answer = asked.memory_viewer(title, space)
                    if answer is None:
                        outcomes["without an answer of XProf"] += 1
                        continue
                    mine = ours(cli, profile, title, space)
                    found = [mine] if isinstance(mine, str) else answers.differences(answer, mine)
                    outcomes["different" if found else "equal"] += 1
                    for text in found:
                        print(f"seed {seed}, {title}, space {space}: {text}")
    print(", ".join(f"{number} {what}" for what, number in sorted(outcomes.items())))
    sys.exit(1 if outcomes["different"] or not outcomes["equal"] else 0)


main()
