"""Golden values of clusters: agreement, assignment, knee, and how well scikit-learn's clusters match Banking77's intents.

Reference: scikit-learn 1.9.1, umap-learn 0.5.9.post2, scipy and numpy as they bring them, Python 3.11.
Run: pip install umap-learn==0.5.9.post2 scikit-learn==1.9.1 && python scripts/golden/clustering.py VECTORS
VECTORS is the directory that vectors.py wrote; banking77-umap.bin (UMAP in five dimensions of all of Banking77) is written there.
Run umap_reference.py before: it makes banking77-sample.bin. Writes common/src/test/resources/golden/clustering.json.
"""

import json
import pathlib
import sys

import numpy as np
import umap
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import DBSCAN, HDBSCAN, BisectingKMeans, KMeans
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

source = pathlib.Path(sys.argv[1])
target = pathlib.Path(__file__).parents[2] / "common/src/test/resources/golden"
SEEDS = range(5)


def scores(truth, labels):
    return [float(adjusted_rand_score(truth, labels)), float(normalized_mutual_info_score(truth, labels))]


def quality(points, truth, k, size, samples, eps):
    def mean(make):
        return np.mean([scores(truth, make(seed).fit_predict(points)) for seed in SEEDS], axis=0).tolist()

    return {
        "k": k, "min_size": size, "min_points": samples, "eps": eps,
        "k-means": mean(lambda seed: KMeans(k, random_state=seed)),
        "bisecting-k-means": mean(lambda seed: BisectingKMeans(k, random_state=seed)),
        "hdbscan": scores(truth, HDBSCAN(min_cluster_size=size, min_samples=samples).fit_predict(points)),
        "dbscan": scores(truth, DBSCAN(eps=eps, min_samples=samples).fit_predict(points)),
        "dbscan_cores": int(len(DBSCAN(eps=eps, min_samples=samples).fit(points).core_sample_indices_)),
    }


raw = (target / "banking77-sample.bin").read_bytes()
n, d = np.frombuffer(raw, ">i4", 2)
vectors = np.frombuffer(raw, np.int8, n * d, 8).reshape(n, d).astype(np.float32) / 256
intents = np.frombuffer(raw, np.int8, n, 8 + n * d).astype(int)
layout = umap.UMAP(n_components=5, min_dist=0.0, metric="cosine", random_state=1, n_jobs=1).fit_transform(vectors)
layout = layout.astype(float).round(4)

random = np.random.RandomState(3)
labellings, gains = [], []
for size, kinds in ((30, 3), (200, 12)):
    a, b = random.randint(-1, kinds, size), random.randint(0, kinds, size)
    b[: size // 2] = a[: size // 2]
    labellings.append({"a": a.tolist(), "b": b.tolist(), "scores": scores(a, b)})
for rows, columns in ((4, 4), (3, 6), (6, 3), (12, 12)):
    gain = random.rand(rows, columns).round(3)
    r, c = linear_sum_assignment(gain, maximize=True)
    gains.append({"gain": gain.tolist(), "sum": float(gain[r, c].sum())})

values = {
    "labellings": labellings,
    "assignments": gains,
    "layout": layout.tolist(),
    "sample": quality(layout, intents, 20, 10, 5, 0.35),
    "sample_vectors": {"k-means": np.mean([scores(intents, KMeans(20, random_state=s).fit_predict(vectors)) for s in SEEDS], axis=0).tolist()},
}
(target / "clustering.json").write_text(json.dumps(values) + "\n")

raw = (source / "banking77.bin").read_bytes()
n, d = np.frombuffer(raw, ">i4", 2)
vectors = np.frombuffer(raw, ">f4", n * d, 8).reshape(n, d).astype(np.float32)
intents = np.frombuffer(raw, ">i4", n, 8 + 4 * n * d).astype(int)
layout = umap.UMAP(n_components=5, min_dist=0.0, metric="cosine", random_state=1, n_jobs=1).fit_transform(vectors)
with open(source / "banking77-umap.bin", "wb") as out:
    np.array(layout.shape, dtype=">i4").tofile(out)
    layout.astype(">f4").tofile(out)
    intents.astype(">i4").tofile(out)
values["banking77"] = quality(layout.astype(np.float32).astype(float), intents, 77, 20, 10, 0.2)
(target / "clustering.json").write_text(json.dumps(values) + "\n")
print({k: v for k, v in values.items() if k not in ("layout", "labellings", "assignments")})
