"""Prints the thousand texts that the ranges of the bundled embedder were measured on.

int8_texts.py DIRECTORY: 250 each, drawn by a seed, of the sentences of DIRECTORY/banking-regulations.jsonl, the questions of banking77, the cells of begin and
the texts of halueval.
"""

import csv
import glob
import json
import random
import re
import sys

EACH = 250
SHORTEST = 15
LONGEST = 2500
directory = sys.argv[1]


def sentences():
    for line in open(f"{directory}/banking-regulations.jsonl", encoding="utf-8"):
        for sentence in re.split(r"(?<=[.!?])\s+", json.loads(line).get("text") or ""):
            if 20 < len(sentence) < 800:
                yield sentence


def questions():
    rows = csv.reader(open(f"{directory}/banking77/train.csv", encoding="utf-8"))
    next(rows)
    for row in rows:
        yield row[0]


def cells():
    for path in sorted(glob.glob(f"{directory}/begin/*.tsv")):
        for row in csv.reader(open(path, encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
            yield from (cell for cell in row if len(cell) > SHORTEST)


def answers():
    for path in sorted(glob.glob(f"{directory}/halueval/*.json")):
        for line in open(path, encoding="utf-8"):
            try:
                record = json.loads(line)
            except ValueError:
                continue
            for value in record.values():
                if isinstance(value, str) and len(value) > SHORTEST:
                    yield value[:LONGEST]


for source in (sentences, questions, cells, answers):
    texts = list(source())
    random.Random(7).shuffle(texts)
    for text in texts[:EACH]:
        print(" ".join(text.split()))
