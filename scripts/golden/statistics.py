"""Golden values of AUROC, silhouette, adjusted p-values, Wilson limits and sign-flip tests.

References: scikit-learn 1.9.1, statsmodels 0.15.0, scipy 1.17.1, numpy 2.4.6, Python 3.11.
Run: pip install scikit-learn==1.9.1 statsmodels==0.15.0 scipy==1.17.1 numpy==2.4.6
     python scripts/golden/statistics.py
Writes common/src/test/resources/golden/statistics.json.
"""

import json
import pathlib

import numpy as np
import scipy
import sklearn
import statsmodels
from scipy.stats import permutation_test
from sklearn.metrics import roc_auc_score, silhouette_score
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(20240608)


def auroc(name, scores, labels, weights):
    return {"name": name, "scores": scores.tolist(), "labels": labels.tolist(), "weights": weights.tolist(),
            "expected": float(roc_auc_score(labels, scores, sample_weight=weights))}


n = 120
labels = rng.integers(0, 2, n)
scores = rng.normal(size=n) + labels
aurocs = [
    auroc("continuous", scores, labels, np.ones(n)),
    auroc("ties", np.round(scores), labels, np.ones(n)),
    auroc("weighted ties", np.round(scores * 2), labels, rng.uniform(0.2, 3, n)),
    auroc("constant", np.zeros(n), labels, np.ones(n)),
]

points = np.vstack([rng.normal(size=(20, 4)) + c for c in (0, 2, 4)])
clusters = np.repeat([0, 1, 2], 20)
clusters[-1] = 3  # a cluster of one point
silhouettes = [{"metric": metric, "points": points.tolist(), "labels": clusters.tolist(),
                "expected": float(silhouette_score(points, clusters, metric=metric))}
               for metric in ("euclidean", "cosine")]

p = np.concatenate([rng.uniform(0, 0.02, 5), rng.uniform(0, 1, 7), [0.5, 0.5]])
adjusted = {"p": p.tolist(),
            "holm": multipletests(p, method="holm")[1].tolist(),
            "bh": multipletests(p, method="fdr_bh")[1].tolist()}

wilson = [{"successes": k, "n": m, "level": level,
           "expected": [float(x) for x in proportion_confint(k, m, alpha=1 - level, method="wilson")]}
          for k, m, level in [(0, 10, .95), (10, 10, .95), (7, 20, .95), (81, 263, .95), (1, 1, .9), (3, 8, .99)]]

d = rng.normal(0.4, 1, 11)
flips = permutation_test((d,), np.sum, permutation_type="samples", n_resamples=np.inf)

root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/statistics.json").write_text(json.dumps({
    "reference": f"scikit-learn {sklearn.__version__}, statsmodels {statsmodels.__version__}, "
                 f"scipy {scipy.__version__}, numpy {np.__version__}",
    "auroc": aurocs, "silhouette": silhouettes, "adjusted": adjusted, "wilson": wilson,
    "sign_flip": {"differences": d.tolist(), "p": float(flips.pvalue)}}))
