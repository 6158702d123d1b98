"""Golden values of the calibrators of stage 1.

References: scikit-learn 1.9.1 (IsotonicRegression, LogisticRegression), betacal 1.1.0, venn-abers 1.5.4,
statsmodels 0.15.0 (OrderedModel), xgboost-cpu 2.1.4, numpy 2.4.6, Python 3.11.
betacal asks scikit-learn's lbfgs for 1e-4 only, so its LogisticRegression is given Newton's method and 1e-14.
Run: pip install scikit-learn==1.9.1 betacal==1.1.0 venn-abers==1.5.4 statsmodels==0.15.0 xgboost-cpu==2.1.4 scipy==1.17.1 numpy==2.4.6
     python scripts/golden/calibrators.py
Writes common/src/test/resources/golden/calibrators.json.
"""

import functools
import json
import pathlib

import betacal.beta_calibration as beta_module
import numpy as np
import sklearn
import statsmodels
import xgboost
from betacal import BetaCalibration
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from statsmodels.miscmodels.ordinal_model import OrderedModel
from venn_abers import VennAbers

rng = np.random.default_rng(20240610)
Newton = functools.partial(LogisticRegression, C=np.inf, solver="newton-cholesky", tol=1e-14, max_iter=1000)
beta_module.LogisticRegression = lambda C=None, **rest: Newton()

n = 150
labels = rng.integers(0, 2, n)
scores = np.round(np.clip(rng.beta(2 + 2 * labels, 3 - labels), .001, .999), 9)
places = np.round(np.concatenate([[-1, 0, 1, 2], rng.uniform(0, 1, 30), scores[:10]]), 9)


def isotonic(name, x, weights, increasing):
    model = IsotonicRegression(increasing=increasing, out_of_bounds="clip").fit(x, labels, sample_weight=weights)
    return {"name": name, "scores": x.tolist(), "labels": labels.tolist(), "weights": weights.tolist(),
            "falls": not increasing, "at": places.tolist(), "expected": model.predict(places).tolist()}


def beta(name, x, y):
    model = BetaCalibration(parameters="abm").fit(x[:, None], y)
    inside = places[(places > .01) & (places < .99)]
    a, b, _ = model.calibrator_.map_
    return {"name": name, "scores": x.tolist(), "labels": y.tolist(), "a": float(a), "b": float(b),
            "at": inside.tolist(), "expected": model.predict(inside[:, None]).tolist()}


def venn_abers(name, x):
    model = VennAbers()
    model.fit(np.column_stack([1 - x, x]), labels)
    inside = places[(places > 0) & (places < 1)]
    p, bounds = model.predict_proba(np.column_stack([1 - inside, inside]))
    return {"name": name, "scores": x.tolist(), "labels": labels.tolist(), "at": inside.tolist(),
            "expected": p[:, 1].tolist(), "low": bounds[:, 0].tolist(), "high": bounds[:, 1].tolist()}


def levels(name, k):
    level = rng.integers(0, k, n)
    x = np.round(rng.normal(size=n) + .8 * level, 9)
    at = np.linspace(-2, 5, 9)
    multinomial = Newton().fit(x[:, None], level)
    ordered = OrderedModel(level, x[:, None], distr="logit").fit(method="bfgs", disp=False, gtol=1e-10, maxiter=1000)
    ordered = OrderedModel(level, x[:, None], distr="logit").fit(
        method="newton", start_params=ordered.params, disp=False, tol=1e-14, maxiter=100)
    cuts = ordered.model.transform_threshold_params(ordered.params)[1:-1]
    return {"name": name, "levels": k, "scores": x.tolist(), "labels": level.tolist(), "at": at.tolist(),
            "multinomial": multinomial.predict_proba(at[:, None]).tolist(),
            "ordinal": ordered.model.predict(ordered.params, exog=at[:, None]).tolist(),
            "cuts": cuts.tolist(), "slope": float(ordered.params[0])}


def boosted(name, columns, directions):
    """On floats, as XGBoost keeps them."""
    x = np.column_stack(columns).astype(np.float32)
    model = xgboost.train(
        {"objective": "binary:logistic", "base_score": .5, "tree_method": "exact", "max_depth": 2, "eta": .1,
         "min_child_weight": 1, "lambda": 1, "nthread": 1, "seed": 0,
         "monotone_constraints": "(" + ",".join({"UP": "1", "DOWN": "-1", "NONE": "0"}[d] for d in directions) + ")"},
        xgboost.DMatrix(x, labels), 100)
    at = rng.uniform(0, 1, (40, len(columns))).astype(np.float32)
    return {"name": name, "directions": directions, "scores": x.astype(float).tolist(), "labels": labels.tolist(),
            "at": at.astype(float).tolist(), "expected": model.predict(xgboost.DMatrix(at)).astype(float).tolist()}


ones = np.ones(n)
uniform = np.round(rng.uniform(.02, .98, n), 9)
drawn = (rng.uniform(size=n) < 1 / (1 + np.exp(-1.5 * np.log(uniform) + 1.2 * np.log(1 - uniform)))).astype(int)
root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/calibrators.json").write_text(json.dumps({
    "reference": f"scikit-learn {sklearn.__version__}, betacal 1.1.0, venn-abers 1.5.4, xgboost {xgboost.__version__}, "
                 f"statsmodels {statsmodels.__version__}, numpy {np.__version__}",
    "isotonic": [isotonic("rising", scores, ones, True), isotonic("falling", 1 - scores, ones, False),
                 isotonic("ties", np.round(scores, 1), ones, True),
                 isotonic("weighted ties", np.round(scores, 2), np.round(rng.uniform(.3, 2, n), 6), True)],
    "beta": [beta("both", uniform, drawn), beta("one left out", np.round(rng.beta(1 + labels, 1), 6) * .9 + .05, labels)],
    "venn_abers": [venn_abers("continuous", scores), venn_abers("ties", np.round(scores, 1).clip(.1, .9))],
    "boosted": [boosted("one", [scores], ["UP"]), boosted("falling", [scores], ["DOWN"]),
                boosted("three", [scores, rng.uniform(size=n), 1 - scores + .2 * rng.normal(size=n)],
                        ["UP", "NONE", "DOWN"])],
    "levels": [levels("three", 3), levels("five", 5), levels("two", 2)]}))
