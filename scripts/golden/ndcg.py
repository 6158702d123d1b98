#!/usr/bin/env python3
"""nDCG of graded judgements as trec_eval computes it, for RetrievalTest.

pip install pytrec-eval-terrier==0.5.11 && python3 scripts/golden/ndcg.py
"""
import pytrec_eval

JUDGED = {
    "q1": {"d1": 1, "d3": 3, "d2": 2, "d4": 2},
    "q2": {"d1": 3, "d2": 3, "d3": 0, "d4": 2, "d5": -1},
}
RANKED = {
    "q1": {"d1": 4, "x": 3, "d3": 2, "d2": 1},
    "q2": {"d5": 5, "d3": 4, "d1": 3, "d2": 2, "d4": 1},
}
evaluator = pytrec_eval.RelevanceEvaluator(JUDGED, {"ndcg_cut.2,4,5"})
for query, values in sorted(evaluator.evaluate(RANKED).items()):
    print(query, values)
