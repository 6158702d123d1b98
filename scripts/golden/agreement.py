"""Golden values of agreement between annotators.

References: scikit-learn 1.9.1 (cohen_kappa_score), statsmodels 0.15.0 (fleiss_kappa), irrCAC 0.4.4 (Gwet's AC1 and Fleiss'
kappa with missing ratings), krippendorff 0.9.0, numpy 2.4.6, Python 3.11. Dawid-Skene: the published values of their
1979 example are rounded to two digits, so the reference is the same recursion in plain numpy, run to 1e-14.
Run: pip install scikit-learn==1.9.1 statsmodels==0.15.0 krippendorff==0.9.0 && pip install --no-deps irrCAC==0.4.4
     python scripts/golden/agreement.py
Writes common/src/test/resources/golden/agreement.json.
"""

import json
import pathlib

import krippendorff
import numpy as np
import pandas as pd
import sklearn
import statsmodels
from irrCAC.raw import CAC
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

rng = np.random.default_rng(20240612)


def ratings(items, annotators, levels, missing):
    truth = rng.integers(0, levels, items)
    table = np.empty((items, annotators))
    for a in range(annotators):
        noise = rng.integers(-1, 2, items) * (rng.uniform(size=items) < .4)
        table[:, a] = np.clip(truth + noise, 0, levels - 1)
    table[rng.uniform(size=table.shape) < missing] = np.nan
    return table[~np.isnan(table).all(axis=1)]


def dawid_skene(table, levels):
    counts = np.stack([(table == k).sum(axis=1) for k in range(levels)], axis=1).astype(float)
    posterior = counts / counts.sum(axis=1, keepdims=True)
    for _ in range(5000):
        old = posterior
        prevalence = posterior.mean(axis=0)
        joint = np.tile(prevalence, (len(table), 1))
        for a in range(table.shape[1]):
            confusion = np.stack([[(posterior[table[:, a] == said, truth]).sum() for said in range(levels)]
                                  for truth in range(levels)])
            confusion /= confusion.sum(axis=1, keepdims=True)
            for i in np.flatnonzero(~np.isnan(table[:, a])):
                joint[i] *= confusion[:, int(table[i, a])]
        posterior = joint / joint.sum(axis=1, keepdims=True)
        if np.abs(posterior - old).max() < 1e-14:
            break
    return posterior


def example(name, items, annotators, levels, missing):
    table = ratings(items, annotators, levels, missing)
    frame = pd.DataFrame(table)
    cac = CAC(frame, categories=list(range(levels)), digits=12)
    data = {"name": name, "levels": levels,
            "ratings": [[None if np.isnan(x) else int(x) for x in row] for row in table],
            "fleiss_kappa": float(cac.fleiss()["est"]["coefficient_value"]),
            "percent_agreement": float(cac.fleiss()["est"]["pa"]),
            "gwet_ac1": float(cac.gwet()["est"]["coefficient_value"])}
    for level in ("nominal", "ordinal", "interval"):
        data["krippendorff_alpha_" + level] = float(krippendorff.alpha(
            table.T, value_domain=list(range(levels)), level_of_measurement=level))
    if annotators == 2 and missing == 0:
        a, b = table.astype(int).T
        data["cohen_kappa"] = float(cohen_kappa_score(a, b))
        data["cohen_kappa_linear"] = float(cohen_kappa_score(a, b, weights="linear"))
        data["cohen_kappa_quadratic"] = float(cohen_kappa_score(a, b, weights="quadratic"))
    if missing == 0:
        assert abs(fleiss_kappa(aggregate_raters(table.astype(int))[0]) - data["fleiss_kappa"]) < 1e-9
    if annotators > 2:
        data["dawid_skene"] = dawid_skene(table, levels).tolist()
    return data


root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/agreement.json").write_text(json.dumps({
    "reference": f"scikit-learn {sklearn.__version__}, statsmodels {statsmodels.__version__}, irrCAC 0.4.4, "
                 f"krippendorff 0.9.0, numpy {np.__version__}",
    "examples": [example("two annotators", 60, 2, 4, 0), example("binary", 80, 3, 2, 0),
                 example("missing", 70, 5, 4, .35), example("binary, missing", 90, 4, 2, .3)]}))
