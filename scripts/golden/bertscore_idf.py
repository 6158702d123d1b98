"""BERTScore with idf weights and baseline rescaling by the package itself, on given token ids and vectors.

Reference: bert-score 0.3.13 (bert_score.utils.get_idf_dict and greedy_cos_idf; rescaling as bert_score.score does it). Vectors are small and
made here; ids 0 and 1 are the special tokens, whose weight the package sets to 0.

    pip install torch bert-score==0.3.13 && python -P scripts/golden/bertscore_idf.py
Writes common/src/test/resources/golden/bertscore-idf.json.
"""
import json
import pathlib
import random

import torch
from bert_score.utils import get_idf_dict, greedy_cos_idf

rng = random.Random(5)


class Ids:
    """A tokenizer of texts that are ids already."""

    model_max_length = 512

    def encode(self, text, **_):
        return [0] + [int(i) for i in text.split()] + [1]

    def build_inputs_with_special_tokens(self, ids):
        return [0] + ids + [1]


text = lambda n: " ".join(str(rng.choice([2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11])) for _ in range(n))
references = [text(rng.randint(1, 9)) for _ in range(12)]
idf = get_idf_dict(references, Ids(), nthreads=0)
weight = {i: idf[i] for i in range(14)}
weight[0] = weight[1] = 0.0
baseline = [0.31, 0.29, 0.3]
pairs = []
for n, reference in [(3, references[0]), (7, references[1]), (4, references[2]), (1, references[3]), (6, text(5) + " 12 13")]:
    sides = [Ids().encode(text(n) + (" 13" if n == 6 else "")), Ids().encode(reference)]
    vectors = [[[round(rng.gauss(0.3, 1), 3) for _ in range(8)] for _ in ids] for ids in sides]
    emb = [torch.tensor([v], dtype=torch.float64) for v in vectors]
    masks = [torch.ones(1, len(ids)) for ids in sides]
    weights = [torch.tensor([[weight[i] for i in ids]], dtype=torch.float64) for ids in sides]
    found = [x.item() for x in greedy_cos_idf(emb[1].clone(), masks[1], weights[1].clone(), emb[0].clone(), masks[0], weights[0].clone())]
    pairs.append({"candidate_ids": sides[0], "reference_ids": sides[1], "candidate": vectors[0], "reference": vectors[1], "idf": found,
                  "rescaled": [(x - b) / (1 - b) for x, b in zip(found, baseline)]})
path = pathlib.Path(__file__).parents[2] / "common/src/test/resources/golden/bertscore-idf.json"
path.write_text(json.dumps({"references": [Ids().encode(r) for r in references], "weights": {i: idf[i] for i in range(2, 14)},
                            "baseline": baseline, "pairs": pairs}) + "\n")
