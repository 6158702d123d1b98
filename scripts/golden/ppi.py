"""Golden values of prediction-powered means.

References: ppi-python 0.2.3 (ppi_mean_pointestimate, ppi_mean_ci), numpy 2.4.6, Python 3.11.
Run: pip install ppi-python==0.2.3 numpy==2.4.6 && python scripts/golden/ppi.py
Writes common/src/test/resources/golden/ppi.json.
"""

import json
import pathlib
from importlib.metadata import version

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from scipy.stats import norm

rng = np.random.default_rng(20250302)
examples = []
for n, many, weighted in [(40, 400, False), (200, 1000, False), (60, 90, False), (80, 500, True)]:
    def draw(size):
        x = rng.normal(size=size)
        y = (rng.uniform(size=size) < 1 / (1 + np.exp(-2 * x))).astype(float)
        return y, np.clip(.5 + .3 * x + .05 * rng.normal(size=size), 0, 1)
    y, f = draw(n)
    _, g = draw(many)
    w, v = (rng.uniform(.5, 2, n), rng.uniform(.5, 2, many)) if weighted else (np.ones(n), np.ones(many))
    w, v = w / w.mean(), v / v.mean()
    example = {"label": y.tolist(), "predicted": f.tolist(), "unlabelled": g.tolist(),
               "weight": w.tolist(), "unlabelled_weight": v.tolist(), "results": []}
    for lam in (0., .5, 1., None):
        estimate = float(np.squeeze(ppi_mean_pointestimate(y, f, g, lam=lam, w=w, w_unlabeled=v)))
        low, high = (float(np.squeeze(b)) for b in ppi_mean_ci(y, f, g, alpha=.05, lam=lam, w=w, w_unlabeled=v))
        example["results"].append({"lam": lam, "estimate": estimate,
                                   "error": (high - low) / 2 / float(norm.ppf(.975))})
    examples.append(example)

root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/ppi.json").write_text(json.dumps({
    "reference": f"ppi-python {version('ppi-python')}, numpy {np.__version__}", "examples": examples}))
