"""Golden values of Platt scaling, its diagnostics, the conformal quantile and the beta-binomial.

References: scikit-learn 1.9.1 (LogisticRegression without penalty on Platt's targets, brier_score_loss,
log_loss, calibration_curve), scipy 1.17.1 (betabinom), numpy 2.4.6, Python 3.11.
Run: pip install scikit-learn==1.9.1 scipy==1.17.1 numpy==2.4.6 && python scripts/golden/calibration.py
Writes common/src/test/resources/golden/calibration.json.
"""

import json
import math
import pathlib

import numpy as np
import scipy
import sklearn
from scipy.stats import betabinom
from sklearn.calibration import calibration_curve
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss

rng = np.random.default_rng(20240609)


def platt(name, scores, labels, weights):
    """Each row enters twice, as label 1 with weight t and as label 0 with weight 1 - t."""
    positive, negative = weights[labels == 1].sum(), weights[labels == 0].sum()
    t = np.where(labels == 1, (positive + 1) / (positive + 2), 1 / (negative + 2))
    x = np.concatenate([scores, scores])
    y = np.concatenate([np.ones_like(labels), np.zeros_like(labels)])
    w = np.concatenate([weights * t, weights * (1 - t)])
    centre, scale = x.mean(), x.std()
    model = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-14, max_iter=1000)
    model.fit(((x - centre) / scale)[:, None], y, sample_weight=w)
    slope = model.coef_[0, 0] / scale
    return {"name": name, "scores": scores.tolist(), "labels": labels.tolist(), "weights": weights.tolist(),
            "slope": float(slope), "intercept": float(model.intercept_[0] - slope * centre)}


n = 200
labels = rng.integers(0, 2, n)
scores = 0.5 + 0.1 * rng.normal(size=n) + 0.1 * labels
few = np.array([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9])
fits = [
    platt("overlapping", scores, labels, np.ones(n)),
    platt("weighted", scores, labels, rng.uniform(0.3, 2, n)),
    platt("falling", -scores * 100, labels, np.ones(n)),
    platt("separable", few, (few > 0.5).astype(int), np.ones(8)),
    platt("one positive", few, (few > 0.85).astype(int), np.ones(8)),
    platt("ties", np.round(scores, 1), labels, np.ones(n)),
]

slope, intercept = 3.0, -1.8  # deliberately off, so that the errors are not all near 0
p = 1 / (1 + np.exp(-(intercept + slope * scores)))
observed, predicted = calibration_curve(labels, p, n_bins=10, strategy="quantile")
weights = rng.uniform(0.3, 2, n)
reliability = {
    "slope": slope, "intercept": intercept, "scores": scores.tolist(), "labels": labels.tolist(),
    "weights": weights.tolist(),
    "brier": float(brier_score_loss(labels, p)), "log_loss": float(log_loss(labels, p)),
    "weighted_brier": float(brier_score_loss(labels, p, sample_weight=weights)),
    "weighted_log_loss": float(log_loss(labels, p, sample_weight=weights)),
    "observed": observed.tolist(), "predicted": predicted.tolist(),
    "ece": float(np.mean(np.abs(observed - predicted))),  # 10 bins of 20 rows each
}

conformal = []
for m, alpha in [(9, .1), (10, .1), (19, .05), (50, .1), (100, .2), (200, .05)]:
    nonconformity = np.where(labels == 1, 1 - p, p)[:m]
    level = math.ceil(round((m + 1) * (1 - alpha), 9)) / m
    conformal.append({"n": m, "alpha": alpha,
                      "quantile": float(np.quantile(nonconformity, level, method="inverted_cdf"))})

beta = [{"trials": m, "a": a, "b": b, "k": k, "pmf": float(betabinom.pmf(k, m, a, b)),
         "quantile": int(betabinom.ppf(.01, m, a, b))}
        for m, a, b, k in [(20, 9, 1, 18), (100, 91, 10, 85), (50, 46, 5, 50), (1, 9, 1, 0), (300, 180, 20, 270)]]

root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/calibration.json").write_text(json.dumps({
    "reference": f"scikit-learn {sklearn.__version__}, scipy {scipy.__version__}, numpy {np.__version__}",
    "platt": fits, "reliability": reliability, "conformal": conformal, "beta_binomial": beta}))
