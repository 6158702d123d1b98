"""A small NLI network that is trained, not random, as ONNX, and how far from its decision boundary it sees some pairs.

    pip install numpy==2.4.6 autograd==1.9.1 onnx==1.23.2 onnxruntime==1.32.0 tokenizers==0.23.3
    python -P scripts/golden/trained_nli.py DIRECTORY common/src/test/resources/models

DIRECTORY holds nli/breaking_nli and nli/med. Writes trained-nli with model.onnx, tokenizer.json, config.json and expected.json, and
trained-nli-int8, the same quantised dynamically, with the logits of each pair alone.

Each word of the hypothesis attends to the words of the premise, is compared with what it found there, and the mean and the most
of these comparisons are classified: decomposable attention (Parikh et al. 2016) with 16 numbers a word. A fifth of the premises,
by hash, is held out. Distances are taken in the space that the last layer reads, by numpy: for each other class the gap of the
logits over the length of the difference of the two weight rows, and the script walks that far to see the tie.
"""
import csv
import gzip
import hashlib
import json
import pathlib
import sys

import autograd.numpy as anp
import numpy as np
import onnx
import onnxruntime
import onnxruntime.quantization
import tokenizers
from autograd import grad
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

LABELS = ["contradiction", "entailment", "neutral"]
SIZE = 16
HIDDEN = 24
WORDS = 900
PAIRS = [
    ("A man plays a guitar near the lake.", "A man plays an instrument near the lake."),
    ("A man plays a guitar near the lake.", "A man plays a piano near the lake."),
    ("A man plays a guitar near the lake.", "A man plays a guitar near the lake."),
    ("Two dogs run in the snow.", "Three dogs run in the snow."),
    ("Two dogs run in the snow.", "Two animals run in the snow."),
    ("A woman in a red shirt sits on a chair.", "A woman in a blue shirt sits on a chair."),
    ("A woman in a red shirt sits on a chair.", "A woman sits on a chair."),
    ("Some children are outside.", "Some children are inside."),
    ("The boy is happy.", "The boy is sad."),
    ("fee", "The fee is refunded."),
]


def read(data):
    rows = []
    with gzip.open(data / "nli/breaking_nli/dataset.jsonl.gz", "rt") as lines:
        for line in lines:
            row = json.loads(line)
            rows.append((row["sentence1"], row["sentence2"], row["gold_label"]))
    with open(data / "nli/med/MED.tsv", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            rows.append((row["sentence1"], row["sentence2"], row["gold_label"]))
    return [row for row in rows if row[2] in LABELS]


def held_out(premise):
    return int(hashlib.sha256(premise.encode()).hexdigest()[:8], 16) % 5 == 0


def word_level(rows):
    counts = {}
    plain = pre_tokenizers.BertPreTokenizer()
    for text in sorted({text for premise, hypothesis, _ in rows for text in (premise, hypothesis)}):
        for word, _ in plain.pre_tokenize_str(text.lower()):
            counts[word] = counts.get(word, 0) + 1
    kept = sorted(sorted(counts), key=lambda word: -counts[word])[:WORDS]
    vocabulary = {word: i for i, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + kept)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = plain
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer


def batch(encodings):
    longest = max(len(e.ids) for e in encodings)
    ids, mask, types = (np.zeros((len(encodings), longest), dtype=np.int64) for _ in range(3))
    for i, e in enumerate(encodings):
        ids[i, : len(e.ids)] = e.ids
        mask[i, : len(e.ids)] = 1
        types[i, : len(e.ids)] = e.type_ids
    return ids, mask, types


def hidden(p, ids, mask, types):
    x = p["words"][ids]
    theirs = (mask * (1 - types)).astype(np.float64)
    own = (mask * types).astype(np.float64)
    scores = anp.matmul(x, anp.swapaxes(x, 1, 2)) + (theirs[:, None, :] - 1) * 1e4
    scores = anp.exp(scores - anp.max(scores, axis=2, keepdims=True))
    found = anp.matmul(scores / anp.sum(scores, axis=2, keepdims=True), x)
    seen = anp.tanh(anp.matmul(anp.concatenate([x, found, x - found, x * found], axis=2), p["compare"]) + p["compare_bias"])
    mean = anp.sum(seen * own[:, :, None], axis=1) / anp.sum(own, axis=1)[:, None]
    most = anp.max(seen + (own[:, :, None] - 1) * 1e4, axis=1)
    return anp.tanh(anp.matmul(anp.concatenate([mean, most], axis=1), p["join"]) + p["join_bias"])


def logits(p, inputs):
    return anp.matmul(hidden(p, *inputs), p["last"].T) + p["last_bias"]


def loss(p, inputs, labels):
    z = logits(p, inputs)
    z = z - anp.max(z, axis=1, keepdims=True)
    chosen = z[np.arange(len(labels)), labels] - anp.log(anp.sum(anp.exp(z), axis=1))
    return -anp.mean(chosen) + 1e-5 * anp.sum(p["words"] ** 2)


def train(encodings, labels):
    random = np.random.default_rng(7)
    normal = lambda *shape: random.normal(0, 1 / np.sqrt(shape[0]), shape)
    p = {
        "words": random.normal(0, 0.5, (WORDS + 4, SIZE)),
        "compare": normal(4 * SIZE, HIDDEN), "compare_bias": np.zeros(HIDDEN),
        "join": normal(2 * HIDDEN, HIDDEN), "join_bias": np.zeros(HIDDEN),
        "last": normal(HIDDEN, 3).T, "last_bias": np.zeros(3),
    }
    first = {k: np.zeros_like(v) for k, v in p.items()}
    second = {k: np.zeros_like(v) for k, v in p.items()}
    slope = grad(loss)
    step = 0
    for epoch in range(6):
        order = random.permutation(len(encodings))
        for at in range(0, len(order), 64):
            rows = order[at : at + 64]
            g = slope(p, batch([encodings[i] for i in rows]), labels[rows])
            step += 1
            rate = 0.004 * (1 - epoch / 8)
            for k in p:
                first[k] = 0.9 * first[k] + 0.1 * g[k]
                second[k] = 0.999 * second[k] + 0.001 * g[k] ** 2
                p[k] = p[k] - rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    return {k: v.astype(np.float32) for k, v in p.items()}


def graph(p):
    constant = lambda name, value: numpy_helper.from_array(np.asarray(value), name)
    nodes = []

    def node(operator, output, *inputs, **attributes):
        nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    x = node("Gather", "x", "words", "input_ids")
    mask = node("Cast", "mask", "attention_mask", to=TensorProto.FLOAT)
    types = node("Cast", "types", "token_type_ids", to=TensorProto.FLOAT)
    own = node("Mul", "own", mask, types)
    theirs = node("Sub", "theirs", mask, own)
    absent = node("Mul", "absent", node("Sub", "absent_1", node("Unsqueeze", "keys", theirs, "one_axis"), "one"), "far")
    scores = node("Add", "scores", node("MatMul", "products", x, node("Transpose", "turned", x, perm=[0, 2, 1])), absent)
    found = node("MatMul", "found", node("Softmax", "attention", scores, axis=2), x)
    both = node("Concat", "both", x, found, node("Sub", "differ", x, found), node("Mul", "times", x, found), axis=2)
    seen = node("Tanh", "seen", node("Add", "compared_b", node("MatMul", "compared", both, "compare"), "compare_bias"))
    rows = node("Unsqueeze", "rows", own, "two_axis")
    total = node("ReduceSum", "total", node("Mul", "kept", seen, rows), "one_axis", keepdims=0)
    mean = node("Div", "mean", total, node("ReduceSum", "count", rows, "one_axis", keepdims=0))
    gone = node("Mul", "gone", node("Sub", "gone_1", rows, "one"), "far")
    most = node("ReduceMax", "most", node("Add", "kept_most", seen, gone), axes=[1], keepdims=0)
    joined = node("MatMul", "joined", node("Concat", "pooled", mean, most, axis=1), "join")
    state = node("Tanh", "state", node("Add", "joined_b", joined, "join_bias"))
    node("Gemm", "logits", state, "last", "last_bias", transB=1)
    constants = [constant(k, v) for k, v in p.items()] + [
        constant("one", np.float32(1)), constant("far", np.float32(1e4)), constant("one_axis", np.array([1])), constant("two_axis", np.array([2])),
    ]
    shape = ["texts", "tokens"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in ("input_ids", "attention_mask", "token_type_ids")]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["texts", 3])]
    model = helper.make_model(helper.make_graph(nodes, "trained-nli", inputs, outputs, constants), opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model.SerializeToString()


def distance(p, state):
    """To the nearest other class; checks by walking there that the two logits tie, and that no other class wins before."""
    z = p["last"] @ state + p["last_bias"]
    e = LABELS.index("entailment")
    best = None
    for j in range(3):
        if j != e:
            step = p["last"][e] - p["last"][j]
            away = (z[e] - z[j]) / np.linalg.norm(step)
            if best is None or away < best[0]:
                best = (away, j, step / np.linalg.norm(step))
    there = p["last"] @ (state - best[0] * best[2]) + p["last_bias"]
    assert abs(there[e] - there[best[1]]) < 1e-6
    return best[0]


def auroc(scores, labels):
    good, bad = scores[labels == 1], scores[labels == 0]
    return float(np.mean((good[:, None] > bad[None, :]) + 0.5 * (good[:, None] == bad[None, :])))


def main(data, root):
    data, folder = pathlib.Path(data), pathlib.Path(root) / "trained-nli"
    rows = read(data)
    tokenizer = word_level([row for row in rows if not held_out(row[0])])
    encodings = [tokenizer.encode(p, h) for p, h, _ in rows]
    labels = np.array([LABELS.index(label) for _, _, label in rows])
    out = np.array([held_out(p) for p, _, _ in rows])
    p = train([e for e, o in zip(encodings, out) if not o], labels[~out])
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    network = graph(p)
    (folder / "model.onnx").write_bytes(network)
    (folder / "config.json").write_text(json.dumps({"id2label": {str(i): label for i, label in enumerate(LABELS)}}, indent=1) + "\n")
    session = onnxruntime.InferenceSession(network, providers=["CPUExecutionProvider"])
    exact = {k: v.astype(np.float64) for k, v in p.items()}
    pairs = []
    for premise, hypothesis in PAIRS:
        inputs = batch([tokenizer.encode(premise, hypothesis)])
        state = hidden(exact, *inputs)[0]
        z = exact["last"] @ state + exact["last_bias"]
        found = session.run(["logits"], dict(zip(("input_ids", "attention_mask", "token_type_ids"), inputs)))[0][0]
        assert np.allclose(found, z, atol=1e-4), (found, z)
        pairs.append({"premise": premise, "hypothesis": hypothesis, "logits": z.tolist(), "distance": distance(exact, state)})
    unseen = [e for e, o in zip(encodings, out) if o]
    z, away = [], []
    for at in range(0, len(unseen), 256):
        states = hidden(exact, *batch(unseen[at : at + 256]))
        z.append(states @ exact["last"].T + exact["last_bias"])
        away += [distance(exact, s) for s in states]
    z, away = np.concatenate(z), np.array(away)
    measures = {
        "pairs": int(out.sum()),
        "accuracy": float(np.mean(z.argmax(1) == labels[out])),
        "commonest_class": float(np.bincount(labels[out]).max() / out.sum()),
        "auroc_of_the_distance": auroc(away, (labels[out] == LABELS.index("entailment")).astype(int)),
    }
    versions = {"onnx": onnx.__version__, "onnxruntime": onnxruntime.__version__, "numpy": np.__version__, "tokenizers": tokenizers.__version__}
    (folder / "expected.json").write_text(json.dumps({"versions": versions, "held_out": measures, "pairs": pairs}, indent=1) + "\n")
    print(measures)
    small = folder.parent / "trained-nli-int8"
    small.mkdir(exist_ok=True)
    onnxruntime.quantization.quantize_dynamic(str(folder / "model.onnx"), str(small / "model.onnx"), weight_type=onnxruntime.quantization.QuantType.QUInt8)
    for name in ("tokenizer.json", "config.json"):
        (small / name).write_text((folder / name).read_text())
    session = onnxruntime.InferenceSession(str(small / "model.onnx"), providers=["CPUExecutionProvider"])
    rows = []
    for premise, hypothesis in PAIRS:
        inputs = batch([tokenizer.encode(premise, hypothesis)])
        z = session.run(["logits"], dict(zip(("input_ids", "attention_mask", "token_type_ids"), inputs)))[0][0]
        rows.append({"premise": premise, "hypothesis": hypothesis, "logits": z.tolist()})
    (small / "expected.json").write_text(json.dumps({"versions": versions, "pairs": rows}, indent=1) + "\n")


main(*sys.argv[1:])
