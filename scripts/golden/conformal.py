"""Golden values of multi-class, cross-conformal and Mondrian prediction sets.

References: MAPIE 1.6.0 (LAC, APS, RAPS scores and sets; cross-conformal sets), crepes 0.9.1 (Mondrian
p-values), scikit-learn 1.9.1, numpy 2.4.6, Python 3.11.
Run: pip install MAPIE==1.6.0 crepes==0.9.1 scikit-learn==1.9.1 numpy==2.4.6 && python scripts/golden/conformal.py
Writes common/src/test/resources/golden/conformal.json.
"""

import json
import pathlib

import crepes
import mapie
import numpy as np
import sklearn
from mapie.classification import CrossConformalClassifier, SplitConformalClassifier
from mapie.conformity_scores import APSConformityScore, LACConformityScore, RAPSConformityScore
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit

SEED = 11
rng = np.random.default_rng(20250301)


class Given(ClassifierMixin, BaseEstimator):
    """The features are the probabilities."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        return np.asarray(X)

    def predict(self, X):
        return self.classes_[np.argmax(X, axis=1)]


class Platt(ClassifierMixin, BaseEstimator):
    """Each row enters twice, as label 1 with weight t and as label 0 with weight 1 - t."""

    def fit(self, X, y):
        x, y = np.asarray(X)[:, 0], np.asarray(y)
        self.classes_ = np.array([0, 1])
        positive, negative = (y == 1).sum(), (y == 0).sum()
        t = np.where(y == 1, (positive + 1) / (positive + 2), 1 / (negative + 2))
        self.centre, self.scale = x.mean(), x.std()
        z = (np.concatenate([x, x]) - self.centre) / self.scale
        label = np.concatenate([np.ones_like(y), np.zeros_like(y)])
        self.model = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-14, max_iter=1000)
        self.model.fit(z[:, None], label, sample_weight=np.concatenate([t, 1 - t]))
        return self

    def predict_proba(self, X):
        return self.model.predict_proba((np.asarray(X) - self.centre) / self.scale)

    def predict(self, X):
        return (self.predict_proba(X)[:, 1] > .5).astype(int)


def labelled(n, classes):
    p = rng.dirichlet(np.full(classes, .7), n)
    p = np.round(p, 6) + 1e-6
    p /= p.sum(axis=1, keepdims=True)
    return p, np.array([rng.choice(classes, p=row) for row in p])


multi = []
calibration, y = labelled(120, 4)
new, _ = labelled(30, 4)
for name, score, last in [("lac", LACConformityScore(), True), ("aps", APSConformityScore(), "randomized"),
                          ("raps", RAPSConformityScore(), "randomized")]:
    for alpha in (.1, .25):
        classifier = Given().fit(calibration, y)
        split = SplitConformalClassifier(classifier, confidence_level=1 - alpha, prefit=True,
                                         conformity_score=score, random_state=SEED)
        if name == "raps":
            # MAPIE chooses the regularisation itself; here it is given, and the formula is MAPIE's.
            penalty, rank = .05, 2
            base, cutoff = APSConformityScore.get_true_label_cumsum_proba(y, calibration, np.arange(4))
            u = np.random.RandomState(SEED).uniform(size=len(y)).reshape(-1, 1)
            scores = base - u * np.take_along_axis(calibration, y[:, None], 1)
            scores = RAPSConformityScore._regularize_conformity_score(np.array([rank]), penalty, scores, cutoff)
            multi.append({"method": name, "alpha": alpha, "penalty": penalty, "rank": rank,
                          "u": u.ravel().tolist(), "scores": np.asarray(scores).ravel().tolist()})
            continue
        split.conformalize(calibration, y)
        inner = split._mapie_classifier
        _, sets = split.predict_set(new, conformity_score_params={} if name == "lac" else {"include_last_label": last})
        multi.append({
            "method": name, "alpha": alpha,
            "u": np.random.RandomState(SEED).uniform(size=len(y)).tolist(),
            "new_u": np.random.RandomState(SEED).uniform(size=len(new)).tolist(),
            "scores": np.asarray(inner.conformity_scores_).ravel().tolist(),
            "sets": sets[:, :, 0].astype(int).tolist()})

n, folds = 60, 5
x = rng.normal(size=n)
binary = (rng.uniform(size=n) < 1 / (1 + np.exp(-1.5 * x))).astype(int)
fold = np.arange(n) % folds
grid = np.linspace(-3, 3, 41)
cross = []
for alpha in (.1, .2):
    model = CrossConformalClassifier(Platt(), confidence_level=1 - alpha, conformity_score="lac",
                                     cv=PredefinedSplit(fold), random_state=SEED)
    model.fit_conformalize(x[:, None], binary)
    _, sets = model.predict_set(grid[:, None], agg_scores="crossval")
    cross.append({"alpha": alpha, "sets": sets[:, :, 0].astype(int).tolist()})

category = rng.integers(0, 3, 150)
strange = rng.uniform(size=150) + .3 * category
tried = rng.uniform(size=(25, 2)) * 1.4
tried_category = rng.integers(0, 3, 25)
mondrian = crepes.ConformalClassifier().fit(strange, bins=category)
p_values = mondrian.predict_p(tried, bins=tried_category, smoothing=False)

root = pathlib.Path(__file__).resolve().parents[2]
(root / "common/src/test/resources/golden/conformal.json").write_text(json.dumps({
    "reference": f"MAPIE {mapie.__version__}, crepes {crepes.__version__}, scikit-learn {sklearn.__version__}, "
                 f"numpy {np.__version__}",
    "probabilities": calibration.tolist(), "labels": y.tolist(), "new": new.tolist(), "multi": multi,
    "cross": {"scores": x.tolist(), "labels": binary.tolist(), "fold": fold.tolist(), "grid": grid.tolist(),
              "results": cross},
    "mondrian": {"nonconformities": strange.tolist(), "categories": category.tolist(), "tried": tried.tolist(),
                 "tried_categories": tried_category.tolist(), "p_values": np.asarray(p_values).tolist()}}))
