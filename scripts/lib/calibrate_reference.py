"""What `bench calibrate` is compared with: scikit-learn and MAPIE on the same Parquet file.

Arguments: file, number of runs. Needs scikit-learn, MAPIE and pyarrow (measured with 1.9.1, 1.6.0).
"""

import sys
import time

import numpy as np
import pandas as pd
from mapie.classification import SplitConformalClassifier
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression


def run(file):
    data = pd.read_parquet(file)
    train, rest = data[data.part == 0], data[data.part == 1]
    logistic = LogisticRegression(C=np.inf).fit(train[["score"]].values, train.label.values)
    isotonic = IsotonicRegression(out_of_bounds="clip").fit(train.score.values, train.label.values)
    sets = SplitConformalClassifier(logistic, confidence_level=.9, conformity_score="lac", prefit=True)
    sets.conformalize(rest[["score"]].values, rest.label.values)
    return "logistic(0.5) %.6f, isotonic(0.5) %.6f" % (
        logistic.predict_proba([[.5]])[0, 1], isotonic.predict([.5])[0])


best, found = float("inf"), ""
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    found = run(sys.argv[1])
    best = min(best, time.perf_counter() - start)
print("reference  %8.2f s  %s" % (best, found))
