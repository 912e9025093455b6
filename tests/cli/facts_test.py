#!/usr/bin/env python3
"""facts_test.py TIDEMARK_CLI: the facts in the answers of commands, independent of their wording.

A file in facts/ holds commands of a shell, each on a line that starts with "$ ". The line below lists facts, separated by "; ":
exit is ok or refused; rows counts the rows of a table; sum(COLUMN) adds a column of CSV; a name alone is a number of JSON;
codes lists the codes of warnings; verdicts counts the results of checks; places lists each line or byte that a message names.
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


def facts_of(status, output, errors):
    facts = {"exit": {0: "ok", 1: "refused", 3: "refused"}.get(status, str(status))}
    places = {f"{kind} {number.rstrip(',').replace(',', '')}" for kind, number in PLACE.findall(output + "\n" + errors)}
    if places:
        facts["places"] = ", ".join(sorted(places))
    try:
        answer = json.loads(output)
    except ValueError:
        answer = None
    if isinstance(answer, list):
        facts["rows"] = str(len(answer))
        sums = collections.Counter()
        for row in answer:
            for key, value in row.items() if isinstance(row, dict) else ():
                if key.endswith("bytes") and isinstance(value, int):
                    sums[key] += value
        facts.update({f"sum({key})": str(value) for key, value in sums.items()})
    elif isinstance(answer, dict):
        facts.update({key: str(value) for key, value in answer.items() if type(value) is int})
        facts.update({f"count({key})": str(len(value)) for key, value in answer.items() if isinstance(value, list) and key != "warnings"})
        codes = [each["code"] for each in answer.get("warnings") or [] if isinstance(each, dict) and "code" in each]
        if codes:
            facts["codes"] = ", ".join(codes)
    elif output:
        rows = list(csv.reader(io.StringIO(output)))
        facts["rows"] = str(len(rows))
        verdicts = collections.Counter(field for row in rows for field in row if field in ("ok", "fails", "note"))
        if verdicts:
            facts["verdicts"] = ", ".join(f"{key} {verdicts[key]}" for key in sorted(verdicts))
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
                    found = facts_of(*shell.execute(command, folder))
                    for fact in "; ".join(expected).split("; "):
                        key, value = fact.split(" = ", 1)
                        with self.subTest(file=path.stem, command=command, fact=key):
                            self.assertEqual(found.get(key), value)


if __name__ == "__main__":
    tool.main()
