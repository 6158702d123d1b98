"""Golden values of UMAP: curve, fuzzy graph, and how well umap-learn's layouts keep neighbourhoods.

Reference: umap-learn 0.5.9.post2, scikit-learn 1.9.1, numpy as they bring it, Python 3.11.
Run: pip install umap-learn==0.5.9.post2 scikit-learn==1.9.1 && python scripts/golden/umap_reference.py VECTORS
VECTORS is the directory that vectors.py wrote. Writes common/src/test/resources/golden/umap.json and
banking77-sample.bin: 795 vectors of Banking77 (up to 40 of each of 20 intents), as signed bytes of 1/256, with their intents.
"""

import json
import pathlib
import sys

import numpy as np
import umap
from sklearn.manifold import trustworthiness
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import NearestNeighbors
from umap.umap_ import find_ab_params, fuzzy_simplicial_set

K = 15
SEEDS = [1, 2, 3, 4, 5]
source = pathlib.Path(sys.argv[1])
target = pathlib.Path(__file__).parents[2] / "common/src/test/resources/golden"


def read(name):
    raw = (source / (name + ".bin")).read_bytes()
    n, d = np.frombuffer(raw, ">i4", 2)
    vectors = np.frombuffer(raw, ">f4", n * d, 8).reshape(n, d).astype(np.float32)
    return vectors, np.frombuffer(raw, ">i4", n, 8 + 4 * n * d).astype(int)


def overlap(x, y):
    def near(points, metric):
        search = NearestNeighbors(n_neighbors=K, metric=metric, algorithm="brute").fit(points)
        return search.kneighbors(return_distance=False)

    return float(np.mean([len(set(a) & set(b)) / K for a, b in zip(near(x, "cosine"), near(y, "euclidean"))]))


def quality(vectors):
    trust, kept = [], []
    for seed in SEEDS:
        layout = umap.UMAP(metric="cosine", random_state=seed, n_jobs=1).fit_transform(vectors)
        trust.append(float(trustworthiness(vectors, layout, n_neighbors=K, metric="cosine")))
        kept.append(overlap(vectors, layout))
        print(len(vectors), seed, trust[-1], kept[-1], flush=True)
    return {"n": len(vectors), "trustworthiness": trust, "overlap": kept}


def sample():
    vectors, labels = read("banking77")
    rows = np.concatenate([np.flatnonzero(labels == intent)[:40] for intent in range(0, 77, 4)])
    small = np.clip(np.rint(vectors[rows] * 256), -127, 127).astype(np.int8)
    with open(target / "banking77-sample.bin", "wb") as out:
        np.array(small.shape, dtype=">i4").tofile(out)
        small.tofile(out)
        labels[rows].astype(np.int8).tofile(out)
    return small.astype(np.float32) / 256


random = np.random.RandomState(7)
points = random.normal(size=(25, 6)).astype(np.float32)
points[7] = points[3]
graph, _, _ = fuzzy_simplicial_set(
    points, 5, random, "cosine")
values = {
    "curves": [[m, *map(float, find_ab_params(1.0, m))] for m in (0.0, 0.1, 0.5)],
    "points": points.tolist(),
    "graph": graph.toarray().round(7).tolist(),
    "sample": quality(sample()),
}
(target / "umap.json").write_text(json.dumps(values) + "\n")
for name in ("regulations", "banking77"):
    values[name] = quality(read(name)[0])
    (target / "umap.json").write_text(json.dumps(values) + "\n")
