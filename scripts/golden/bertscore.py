"""BERTScore by the package's own formula on given token vectors.

Reference: bert-score 0.3.13 (bert_score.utils.greedy_cos_idf) with torch 2.15.0. Vectors are small and made here; the first and last
token of each text are special (weight 0), as with idf switched off in the package.

    pip install torch bert-score==0.3.13 && python -P scripts/golden/bertscore.py
Writes common/src/test/resources/golden/bertscore.json.
"""
import json
import pathlib
import random

import torch
from bert_score.utils import greedy_cos_idf

random.seed(3)
CASES = []
for candidate_tokens, reference_tokens in [(3, 3), (7, 4), (4, 11), (12, 12)]:
    vectors = [[[round(random.gauss(0.3, 1), 3) for _ in range(8)] for _ in range(n)] for n in (candidate_tokens, reference_tokens)]
    candidate, reference = (torch.tensor([v], dtype=torch.float64) for v in vectors)
    masks = [torch.ones(1, n) for n in (candidate_tokens, reference_tokens)]
    weights = [torch.tensor([[0.0] + [1.0] * (n - 2) + [0.0]], dtype=torch.float64) for n in (candidate_tokens, reference_tokens)]
    p, r, f = greedy_cos_idf(reference.clone(), masks[1], weights[1], candidate.clone(), masks[0], weights[0])
    CASES.append({"candidate": vectors[0], "reference": vectors[1], "precision": p.item(), "recall": r.item(), "f1": f.item()})

path = pathlib.Path(__file__).parents[2] / "common/src/test/resources/golden/bertscore.json"
path.write_text(json.dumps(CASES) + "\n")
