"""Golden values of DeLong's standard error of an AUROC and of the difference of two.

Reference: the definition by structural components (DeLong, DeLong and Clarke-Pearson 1988, equations 3 to 6) over all
pairs, without ranks, in numpy 2.4.6; areas checked against scikit-learn 1.9.1. Python 3.11.
Run: pip install scikit-learn==1.9.1 numpy==2.4.6 && python scripts/golden/auroc.py
Writes common/src/test/resources/golden/auroc.json.
"""

import json
import pathlib

import numpy as np
from sklearn.metrics import roc_auc_score

rng = np.random.default_rng(20240613)


def components(scores, labels):
    x, y = scores[labels == 1], scores[labels == 0]
    psi = (x[:, None] > y) + .5 * (x[:, None] == y)
    return psi.mean(axis=1), psi.mean(axis=0), psi.mean()


def example(name, first, second, labels):
    a, b = components(first, labels), components(second, labels)
    assert abs(a[2] - roc_auc_score(labels, first)) < 1e-12
    m, n = len(a[0]), len(a[1])
    s10, s01 = np.cov(a[0], b[0]), np.cov(a[1], b[1])
    s = s10 / m + s01 / n
    return {"name": name, "first": first.tolist(), "second": second.tolist(), "labels": labels.tolist(),
            "se": float(np.sqrt(s[0, 0])), "se_difference": float(np.sqrt(s[0, 0] + s[1, 1] - 2 * s[0, 1]))}


labels = rng.integers(0, 2, 90)
noise = rng.normal(size=90)
root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/auroc.json").write_text(json.dumps([
    example("continuous", labels + noise, .5 * labels + rng.normal(size=90), labels),
    example("ties", np.round(labels + noise), np.round(.5 * labels + noise), labels)]))
