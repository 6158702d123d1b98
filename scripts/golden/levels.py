"""Golden values of what is measured on the probabilities of levels.

References: scikit-learn 1.9.1 (log_loss; brier_score_loss of several classes, not halved; roc_auc_score; LogisticRegression),
statsmodels 0.15.0 (OrderedModel), numpy 2.4.6, Python 3.11.
Run: pip install scikit-learn==1.9.1 statsmodels==0.15.0 scipy==1.17.1 numpy==2.4.6 && python scripts/golden/levels.py
Writes common/src/test/resources/golden/levels.json.
"""

import json
import pathlib

import numpy as np
import sklearn
import statsmodels
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score
from statsmodels.miscmodels.ordinal_model import OrderedModel

rng = np.random.default_rng(20260122)


def drawn(n, k):
    level = rng.integers(0, k, n)
    return np.round(rng.normal(size=n) + .8 * level, 9), level


def ordinal(x, level, at):
    first = OrderedModel(level, x[:, None], distr="logit").fit(method="bfgs", disp=False, gtol=1e-10, maxiter=1000)
    fit = OrderedModel(level, x[:, None], distr="logit").fit(
        method="newton", start_params=first.params, disp=False, tol=1e-14, maxiter=100)
    return fit.model.predict(fit.params, exog=at[:, None])


def multinomial(x, level, at):
    model = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-14, max_iter=1000)
    return model.fit(x[:, None], level).predict_proba(at[:, None])


def example(name, k, fit, passing):
    scores, labels = drawn(200, k)
    held, truth = drawn(150, k)
    p = fit(scores, labels, held)
    passes = np.isin(truth, passing).astype(int)
    return {
        "name": name, "ordered": fit is ordinal, "levels": k, "passing": passing,
        "scores": scores.tolist(), "labels": labels.tolist(), "held": held.tolist(), "truth": truth.tolist(),
        "log_loss": log_loss(truth, p, labels=list(range(k))),
        "brier": brier_score_loss(truth, p, labels=list(range(k)), scale_by_half=False),
        "auroc": roc_auc_score(passes, p[:, passing].sum(axis=1)),
        "passes": p[:, passing].sum(axis=1).tolist(),
    }


root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/levels.json").write_text(json.dumps({
    "reference": f"scikit-learn {sklearn.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}",
    "examples": [
        example("three in order", 3, ordinal, [2]), example("five in order", 5, ordinal, [3, 4]),
        example("three by name", 3, multinomial, [0]), example("four by name", 4, multinomial, [1, 3])]}))
