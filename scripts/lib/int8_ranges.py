"""Writes the ranges that scripts/int8-ranges measures."""

import hashlib
import json
import sys

import numpy
import onnx
import onnxruntime
from tokenizers import Tokenizer

SHARE = 0.99
MOST_TOKENS = 512

network, tokens, texts = sys.argv[1:]
tokenizer = Tokenizer.from_file(tokens)
tokenizer.no_padding()
tokenizer.enable_truncation(MOST_TOKENS)

model = onnx.load(network)
weights = {w.name for w in model.graph.initializer if len(w.dims) == 2 and w.data_type == onnx.TensorProto.FLOAT}
names = sorted({n.input[0] for n in model.graph.node if n.op_type == "MatMul" and n.input[1] in weights})
if not names:
    sys.exit(f"'{network}' has no product with a matrix of 32-bit floats")
for name in names:
    model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
inputs = {i.name for i in session.get_inputs()}

low, high = [], []
with open(texts, encoding="utf-8") as lines:
    for line in lines:
        if not line.strip():
            continue
        ids = numpy.array([tokenizer.encode(line.strip()).ids], dtype=numpy.int64)
        given = {
            "input_ids": ids,
            "attention_mask": numpy.ones_like(ids),
            "token_type_ids": numpy.zeros_like(ids),
            "position_ids": numpy.arange(ids.shape[1], dtype=numpy.int64)[None],
        }
        values = session.run(names, {k: v for k, v in given.items() if k in inputs})
        low.append([v.min() for v in values])
        high.append([v.max() for v in values])
if len(low) < 100:
    sys.exit(f"{len(low)} texts; allowed: 100 or more")
lows = numpy.minimum(0, numpy.quantile(low, 1 - SHARE, axis=0))
highs = numpy.maximum(1e-6, numpy.quantile(high, SHARE, axis=0))
with open(network, "rb") as file:
    digest = hashlib.file_digest(file, "sha256").hexdigest()
print('{"network": "%s", "texts": %d, "ranges": {' % (digest, len(low)))
rows = (f'  {json.dumps(n)}: [{a:.6g}, {b:.6g}]' for n, a, b in zip(names, lows, highs))
print(",\n".join(rows))
print("}}")
