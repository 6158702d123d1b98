"""Golden values of exact optimal transport.

Reference: POT 0.9.7.post1 (ot.emd2, network simplex), numpy 2.4.6, Python 3.11.
Run: pip install POT==0.9.7.post1 numpy==2.4.6 && python scripts/golden/transport.py
Writes common/src/test/resources/golden/transport.json.
"""

import json
import pathlib

import numpy as np
import ot

rng = np.random.default_rng(20240607)


def cosine_costs(n, m, dims=8):
    a = rng.normal(size=(n, dims))
    b = rng.normal(size=(m, dims))
    a /= np.linalg.norm(a, axis=1, keepdims=True)
    b /= np.linalg.norm(b, axis=1, keepdims=True)
    return 1 - a @ b.T


def case(name, cost, a=None, b=None):
    n, m = cost.shape
    uniform = a is None
    a = np.full(n, 1 / n) if uniform else a / a.sum()
    b = np.full(m, 1 / m) if uniform else b / b.sum()
    return {
        "name": name,
        "cost": cost.tolist(),
        "sources": None if uniform else a.tolist(),
        "targets": None if uniform else b.tolist(),
        "expected": float(ot.emd2(a, b, cost, numItermax=10_000_000)),
    }


cases = [case(f"uniform {n}x{m}", cosine_costs(n, m))
         for n, m in [(1, 1), (1, 7), (5, 1), (4, 4), (3, 5), (12, 12), (7, 13), (40, 30), (60, 20)]]
cases += [case(f"weighted {n}x{m}", cosine_costs(n, m), rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(m)))
          for n, m in [(2, 3), (6, 6), (15, 9), (40, 25)]]
cases.append(case("ties 10x8", rng.integers(0, 3, size=(10, 8)).astype(float)))
cases.append(case("negative costs 5x6", rng.normal(size=(5, 6))))
zeros = rng.dirichlet(np.ones(6))
zeros[[1, 4]] = 0
cases.append(case("zero weights 6x5", cosine_costs(6, 5), zeros, rng.dirichlet(np.ones(5))))

root = pathlib.Path(__file__).resolve().parents[2]
target = root / "common/src/test/resources/golden/transport.json"
target.parent.mkdir(parents=True, exist_ok=True)
target.write_text(json.dumps({"reference": f"POT {ot.__version__}, numpy {np.__version__}", "cases": cases}))
