"""What `bench labelled` is compared with: scikit-learn and MAPIE on the same Parquet files.

Arguments: folders of the tables labels, test_cases, responses and scores; method (auto or logistic), slices by commas (none: all alone),
groups of a slice at least. Needs scikit-learn, MAPIE and pyarrow (measured with 1.9.1, 1.6.0, 26.0.1).

The same work on the same cells of metric and slice: one label a response by majority, the join with scores, questions and answers, parts of
40, 40 and 20 % by question, the curve of the candidates (logistic, beta, isotonic) with the least log loss in five folds by question (method
logistic: that alone), split conformal sets of 90 %, their coverage, AUROC of score and answer length, Brier score and log loss on held-out
questions. Cells are shared out to all cores. What Assay makes besides is not here: Venn-Abers, intervals, reliability curves, thresholds,
guarantees, ids by content, tables.
"""

import os
import sys
import time
import warnings

import numpy as np
import pyarrow.compute as pc
import pyarrow.dataset as ds
from joblib import Parallel, delayed
from mapie.classification import SplitConformalClassifier
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

warnings.filterwarnings("ignore")
FOLDS = 5
KEY = ["case_id", "system", "repeat"]


class Curve(ClassifierMixin, BaseEstimator):
    """A score's probability, by one of three methods."""

    def __init__(self, method="logistic"):
        self.method = method

    def _features(self, x):
        s = np.clip(x[:, 0], 1e-9, 1 - 1e-9)
        return np.column_stack([np.log(s), -np.log1p(-s)]) if self.method == "beta" else x

    def fit(self, x, y):
        self.classes_ = np.array([0, 1])
        if self.method == "isotonic":
            self.curve_ = IsotonicRegression(out_of_bounds="clip").fit(x[:, 0], y)
        else:
            self.curve_ = LogisticRegression(C=np.inf).fit(self._features(x), y)
        return self

    def predict_proba(self, x):
        if self.method == "isotonic":
            p = self.curve_.predict(x[:, 0])
            return np.column_stack([1 - p, p])
        return self.curve_.predict_proba(self._features(x))

    def predict(self, x):
        return (self.predict_proba(x)[:, 1] > .5).astype(int)


def best(x, y, group, method):
    if method != "auto":
        return Curve(method).fit(x, y)
    losses = {}
    for candidate in ("logistic", "beta", "isotonic"):
        p = np.zeros(len(y))
        for fold in range(FOLDS):
            held = group % FOLDS == fold
            if held.any():
                p[held] = Curve(candidate).fit(x[~held], y[~held]).predict_proba(x[held])[:, 1]
        losses[candidate] = log_loss(y, p, labels=[0, 1])
    return Curve(min(losses, key=losses.get)).fit(x, y)


def cell(score, label, length, part, group, method):
    x, train, conformal, test = score.reshape(-1, 1), part < .4, (part >= .4) & (part < .8), part >= .8
    if len(np.unique(label[train])) < 2 or len(np.unique(label[~train])) < 2:
        return None
    curve = best(x[train], label[train], group[train], method)
    sets = SplitConformalClassifier(curve, confidence_level=.9, conformity_score="lac", prefit=True)
    sets.conformalize(x[conformal], label[conformal])
    _, given = sets.predict_set(x[test])
    p = curve.predict_proba(x[~train])[:, 1]
    return (
        given[np.arange(test.sum()), label[test], 0].mean(),
        roc_auc_score(label[~train], score[~train]),
        roc_auc_score(label[~train], length[~train]),
        brier_score_loss(label[~train], p),
        log_loss(label[~train], p, labels=[0, 1]),
    )


def table(folder, columns, where=None):
    return ds.dataset(folder, format="parquet").to_table(columns=columns, filter=where)


def main():
    labels, cases, responses, scores, method, slices, few = sys.argv[1:8]
    whole = time.perf_counter()
    said = table(labels, KEY + ["label"])
    said = said.set_column(3, "label", pc.cast(said["label"], "float64")).group_by(KEY).aggregate([("label", "mean")])
    said = said.filter(pc.not_equal(said["label_mean"], .5))
    keys = [key for key in slices.split(",") if key]
    questions = table(cases, ["case_id", "group_id"] + keys)
    answers = table(responses, KEY + ["answer"])
    answers = answers.append_column("length", pc.cast(pc.utf8_length(answers["answer"]), "float64")).drop(["answer"])
    rows = said.join(questions, "case_id", join_type="inner").join(answers, KEY, join_type="inner")
    rows = table(scores, KEY + ["metric", "value"], ds.field("status") == "ok").join(rows, KEY, join_type="inner")
    label = (rows["label_mean"].to_numpy() > .5).astype(int)
    score, length = rows["value"].to_numpy(), rows["length"].to_numpy()
    group = rows["group_id"].combine_chunks().dictionary_encode().indices.to_numpy()
    part = np.random.default_rng(1).random(group.max() + 1)[group]
    metrics = rows["metric"].combine_chunks().dictionary_encode().indices.to_numpy()
    cells = []
    for key in [None] + keys:
        places = np.zeros(len(metrics), int) if key is None else rows[key].combine_chunks().dictionary_encode().indices.to_numpy()
        names = metrics.astype(np.int64) * (places.max() + 1) + places
        order = np.argsort(names, kind="stable")
        for of in np.split(order, np.flatnonzero(np.diff(names[order])) + 1):
            if key is None or len(np.unique(group[of])) >= int(few):
                cells.append(of)
    read = time.perf_counter()
    done = Parallel(n_jobs=os.cpu_count(), batch_size=16)(
        delayed(cell)(score[of], label[of], length[of], part[of], group[of], method) for of in cells
    )
    fitted = [one for one in done if one]
    end = time.perf_counter()
    print(
        "scikit-learn       %10.1f s reading and joining %.1f s; %d cells with fits, mean coverage %.3f"
        % (end - whole, read - whole, len(fitted), np.mean([one[0] for one in fitted]))
    )


main()
