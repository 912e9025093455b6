#!/usr/bin/env python3
"""facts_test.py TIDEMARK_CLI: the facts in the answers of commands, independent of their wording.

A file in facts/ holds commands of a shell, each on a line that starts with "$ ". The line below lists facts, separated by "; ":
exit is ok, no (status 1), refused (status 3) or another status; output is a short output, none if it is empty; rows counts the rows of a table; sum(COLUMN) adds a column
of a table; first(COLUMN) is its first value in JSON, and count(COLUMN) the length of its lists; a name alone is a value of JSON,
with a dot inside an object or the first of a list;
codes lists the codes of warnings; verdicts counts the results of checks, and fails lists each failed check of a module and space;
places lists each line or byte that a message names; says is a part of the output or of the messages, with spaces for line ends.
Only the facts that are written are asserted. The commands run as transcripts_test.py describes.
"""
import collections
import csv
import io
import json
import pathlib
import re
import tempfile
import unittest

import shell
import tool

FOLDER = pathlib.Path(__file__).with_name("facts")
INTEGER = re.compile(r"-?\d+")
PLACE = re.compile(r"\b(line|byte) (\d[\d,]*)")


def verdicts_of(verdicts):
    counts = collections.Counter(verdicts)
    return {"verdicts": ", ".join(f"{key} {counts[key]}" for key in sorted(counts))} if counts else {}


def facts_of(status, output, errors):
    facts = {"exit": {0: "ok", 1: "no", 3: "refused"}.get(status, str(status))}
    if len(output) < 40:
        facts["output"] = output.strip() or "none"
    places = {f"{kind} {number.rstrip(',').replace(',', '')}" for kind, number in PLACE.findall(output + "\n" + errors)}
    if places:
        facts["places"] = ", ".join(sorted(places))
    try:
        answer = json.loads(output)
    except ValueError:
        answer = None
    if isinstance(answer, list):
        facts["rows"] = str(len(answer))
        rows = [row for row in answer if isinstance(row, dict)]
        sums = collections.Counter()
        for row in rows:
            for key, value in row.items():
                if key.endswith("bytes") and isinstance(value, int):
                    sums[key] += value
        facts.update({f"sum({key})": str(value) for key, value in sums.items()})
        facts.update({f"first({key})": str(value) for key, value in (rows[0] if rows else {}).items()})
        inside = collections.Counter()
        for row in rows:
            inside.update({key: len(value) for key, value in row.items() if isinstance(value, list)})
        facts.update({f"count({key})": str(count) for key, count in inside.items()})
        facts.update(verdicts_of([row["verdict"] for row in rows if "verdict" in row]))
        failed = [f"{row['check']} of {row['module']}, {row['space']}" for row in rows if row.get("verdict") == "fails"]
        if failed:
            facts["fails"] = ", ".join(failed)
    elif isinstance(answer, dict):
        facts.update({key: str(value) for key, value in answer.items() if not isinstance(value, (list, dict))})
        for key, value in answer.items():
            first = value[0] if isinstance(value, list) and value else value
            if isinstance(first, dict):
                facts.update({f"{key}.{name}": str(each) for name, each in first.items()})
        facts.update({f"count({key})": str(len(value)) for key, value in answer.items() if isinstance(value, list) and key != "warnings"})
        codes = [each["code"] for each in answer.get("warnings") or [] if isinstance(each, dict) and "code" in each]
        if codes:
            facts["codes"] = ", ".join(codes)
    elif output:
        rows = list(csv.reader(io.StringIO(output)))
        facts["rows"] = str(len(rows))
        facts.update(verdicts_of([field for row in rows for field in row if field in ("ok", "fails", "note")]))
        for at, name in enumerate(rows[0]):
            column = [row[at] for row in rows[1:] if len(row) > at and INTEGER.fullmatch(row[at])]
            if re.fullmatch(r"\w*(bytes|size|step|offset)", name) and column:
                facts[f"sum({name})"] = str(sum(map(int, column)))
    return facts


class Facts(unittest.TestCase):
    def test_commands_answer_with_the_facts(self):
        paths = sorted(FOLDER.glob("*.txt"))
        self.assertTrue(paths)
        for path in paths:
            with tempfile.TemporaryDirectory() as name:
                folder = shell.prepare(pathlib.Path(name))
                for command, expected in shell.written(path):
                    status, output, errors = shell.execute(command, folder)
                    found = facts_of(status, output, errors)
                    said = " ".join(f"{output} {errors}".split())
                    for fact in "; ".join(expected).split("; "):
                        key, value = fact.split(" = ", 1)
                        with self.subTest(file=path.stem, command=command, fact=key):
                            if key == "says":
                                self.assertIn(value, said)
                            else:
                                self.assertEqual(found.get(key), value)


if __name__ == "__main__":
    tool.main()
