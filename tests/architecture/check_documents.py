#!/usr/bin/env python3
"""Checks the documents: README.md has at most 8,000 characters, and every relative link leads to a file and a heading."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
kMost = 8000
errors = []


def anchors(document):
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.S | re.M)
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


length = len((root / "README.md").read_text(encoding="utf-8"))
if length > kMost:
    errors.append(f"README.md has {length} characters, more than {kMost}")
documents = [root / "README.md"]
for folder in ("app", "core", "ui", "resources", "packaging", "tests"):
    documents += sorted((root / folder).rglob("*.md"))
for document in documents:
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.S | re.M)
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path) if path else document
        name = document.relative_to(root)
        if not target.exists():
            errors.append(f"{name}: {link} does not exist")
        elif anchor and anchor not in anchors(target):
            errors.append(f"{name}: {link} has no such heading")
for error in errors:
    print(error)
sys.exit(1 if errors else 0)
