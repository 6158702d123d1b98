"""What `bench sample` is compared with: scikit-learn on the same Parquet files, one process.

Arguments: folder of chunks, folder of embeddings, components, least and largest k, points that k is
fitted on, chunks drawn. Needs scikit-learn and pyarrow (measured with 1.9.1, 26.0.1).

The same work: principal components, k-means for each k judged by silhouette, the stratum of each
chunk, words of each stratum by class-based TF-IDF of the points that are fitted, a stratified draw, and for each drawn chunk its
nearest ones among all. No map by UMAP, no stability and no Delta tables, which it does not have.
"""

import sys
import time

import numpy as np
import pyarrow.dataset as ds
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import silhouette_score

chunks, embeddings = sys.argv[1], sys.argv[2]
components, least, most, fitted, drawn = map(int, sys.argv[3:8])
NEIGHBOURS = 10
BLOCK = 100_000


def step(name, start):
    print("  %-16s %8.1f s" % (name, time.perf_counter() - start), flush=True)
    return time.perf_counter()


whole = at = time.perf_counter()
texts = ds.dataset(chunks, format="parquet").to_table(columns=["text"])["text"].to_pylist()
column = ds.dataset(embeddings, format="parquet").to_table(columns=["vector"])["vector"]
vectors = np.concatenate(
    [part.flatten().to_numpy(zero_copy_only=False).astype(np.float32) for part in column.chunks]
).reshape(-1, len(column[0]))
at = step("reading", at)
random = np.random.default_rng(1)
sample = random.permutation(len(vectors))[:fitted]
pca = PCA(n_components=components, random_state=1).fit(vectors[sample])
points = pca.transform(vectors)
at = step("PCA", at)
models = [
    MiniBatchKMeans(n_clusters=k, random_state=1, n_init=3).fit(points[sample])
    for k in range(least, most + 1)
]
scores = [
    silhouette_score(points[sample], m.predict(points[sample]), sample_size=5000, random_state=1)
    for m in models
]
best = models[int(np.argmax(scores))]
labels = best.predict(points)
at = step("k-means", at)
counts = CountVectorizer().fit_transform([texts[i] for i in sample])
of = labels[sample]
classes = np.vstack([np.asarray(counts[of == k].sum(axis=0)) for k in range(best.n_clusters)])
idf = np.log(1 + classes.sum() / best.n_clusters / classes.sum(axis=0))
words = np.argsort(-(classes / np.maximum(1, classes.sum(axis=1, keepdims=True)) * idf), axis=1)
at = step("words", at)
shares = np.bincount(labels, minlength=best.n_clusters) / len(labels)
chosen = np.concatenate(
    [
        random.choice(np.flatnonzero(labels == k), max(1, int(round(drawn * share))), replace=False)
        for k, share in enumerate(shares)
        if share > 0
    ]
)
top = np.full((len(chosen), 0), 0.0, np.float32)
for start in range(0, len(vectors), BLOCK):
    cosines = vectors[chosen] @ vectors[start : start + BLOCK].T
    width = min(NEIGHBOURS, cosines.shape[1])
    top = np.hstack([top, -np.partition(-cosines, width - 1, axis=1)[:, :width]])
    top = -np.sort(-top, axis=1)[:, :NEIGHBOURS]
at = step("draw, neighbours", at)
print("scikit-learn       %10.1f s   k = %d" % (time.perf_counter() - whole, best.n_clusters))
