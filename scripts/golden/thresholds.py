"""Golden values of threshold methods.

References: scipy 1.17.1 (gaussian_kde, norm), scikit-learn 1.9.1 (roc_curve, LogisticRegression, PolynomialFeatures,
SplineTransformer), numpy 2.4.6, Python 3.11.
Run: pip install scikit-learn==1.9.1 scipy==1.17.1 numpy==2.4.6 && python scripts/golden/thresholds.py
Writes common/src/test/resources/golden/thresholds.json.
"""

import json
import pathlib

import numpy as np
import scipy
import sklearn
from scipy.optimize import brentq
from scipy.stats import gaussian_kde, norm
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_curve
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, SplineTransformer, StandardScaler

rng = np.random.default_rng(20240611)
n = 200
labels = rng.integers(0, 2, n)
scores = np.round(rng.normal(size=n) * .1 + .5 + .25 * labels, 9)
passed, failed = scores[labels == 1], scores[labels == 0]

kde = gaussian_kde(passed), gaussian_kde(failed)
crossing = brentq(lambda x: kde[0](x)[0] - kde[1](x)[0], failed.mean(), passed.mean(), xtol=1e-13)
fpr, tpr, cuts = roc_curve(labels, scores, drop_intermediate=False)


def from_curve(model, c):
    """The last place, from the top down, where the probability falls below c."""
    grid = np.linspace(scores.min(), scores.max(), 20001)
    p = model.predict_proba(grid[:, None])[:, 1] - c
    if p[-1] < 0:
        return None
    below = np.flatnonzero(p < 0)
    if len(below) == 0:
        return float(scores.min())
    i = below[-1]
    return float(brentq(lambda x: model.predict_proba([[x]])[0, 1] - c, grid[i], grid[i + 1], xtol=1e-13))


newton = dict(solver="newton-cholesky", tol=1e-14, max_iter=1000)
polynomial = make_pipeline(StandardScaler(), PolynomialFeatures(3, include_bias=False),
                           LogisticRegression(C=np.inf, **newton)).fit(scores[:, None], labels)
spline = make_pipeline(SplineTransformer(n_knots=5, degree=3, knots="uniform", include_bias=False),
                       LogisticRegression(C=1, **newton)).fit(scores[:, None], labels)

results = []
for c in (.8, .9, .95):
    results.append({
        "confidence": c,
        "normal": float(passed.mean() - norm.ppf(c) * passed.std(ddof=1)),
        "quantile": float(max(t for t in passed if (passed >= t).mean() >= c - 1e-12)),
        "density": float(crossing),
        "roc_youden": float(cuts[np.argmax(np.round(tpr - fpr, 9))]),
        "roc_target": float(min(t for t in scores if (failed >= t).mean() <= 1 - c + 1e-12)),
        "polynomial": from_curve(polynomial, c),
        "spline": from_curve(spline, c)})

root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/thresholds.json").write_text(json.dumps({
    "reference": f"scikit-learn {sklearn.__version__}, scipy {scipy.__version__}, numpy {np.__version__}",
    "scores": scores.tolist(), "labels": labels.tolist(), "results": results}))
