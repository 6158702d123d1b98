"""Golden values of BLEU, ROUGE and SQuAD's token F1 against several references.

References: NLTK 3.10.4 (sentence_bleu), sacrebleu 2.5.1 (sentence BLEU without smoothing, which has to agree where no precision is 0),
rouge-score 0.1.2 (score_multi), the maximum over references as SQuAD's evaluation takes it. Words are separated by blanks, so that no tokenizer decides.
Run: pip install rouge-score==0.1.2 nltk==3.10.4 sacrebleu==2.5.1 && python -P scripts/golden/references.py
Writes common/src/test/resources/golden/references.json.
"""

import collections
import json
import math
import pathlib
import random
import warnings

import sacrebleu
from nltk.translate.bleu_score import sentence_bleu
from rouge_score import rouge_scorer

warnings.filterwarnings("ignore")
rng = random.Random(17)
WORDS = "fee bank charge charges charged account customer monthly is are not 12 35 days day notify notified".split()
CASES = [
    # Papineni et al. 2002, example 1 (candidate 1) and example 2.
    (["It is a guide to action that ensures that the military will forever heed Party commands",
      "It is the guiding principle which guarantees the military forces always being under the command of the Party",
      "It is the practical guide for the army always to heed the directions of the party"],
     "It is a guide to action which ensures that the military always obeys the commands of the party"),
    (["The cat is on the mat", "There is a cat on the mat"], "the the the the the the the"),
    # Two lengths equally near: the shorter one counts.
    (["fee is due on monday", "fee is due on monday at nine o clock"], "fee is due on monday at nine"),
]
for _ in range(30):
    text = lambda: " ".join(rng.choices(WORDS, k=rng.randint(1, 14)))
    CASES.append(([text() for _ in range(rng.randint(1, 4))], text()))


def squad(reference, answer):
    gold, found = reference.lower().split(), answer.lower().split()
    same = sum((collections.Counter(gold) & collections.Counter(found)).values())
    return 2 * same / (len(gold) + len(found))


def golden(references, answer):
    words = [r.split() for r in references]
    score = lambda weights: float(sentence_bleu(words, answer.split(), weights))
    bleu = [score((1 / n,) * n) for n in range(1, 5)]
    other = sacrebleu.sentence_bleu(answer, references, smooth_method="none", use_effective_order=False, tokenize="none").score / 100
    assert math.isclose(bleu[3], other, abs_tol=1e-9), (references, answer, bleu, other)
    kinds = ["rouge1", "rouge2", "rougeL"]
    scorer = rouge_scorer.RougeScorer(kinds, use_stemmer=True)
    best, single = scorer.score_multi(references, answer), [scorer.score(r, answer) for r in references]
    articles = {"a", "an", "the"}
    plain = lambda t: " ".join(w for w in t.lower().split() if w not in articles)
    f1 = [squad(plain(r), plain(answer)) if plain(answer) else 0.0 for r in references]
    return {"references": references, "answer": answer, "bleu": bleu, "only": [score((0,) * (n - 1) + (1,)) for n in range(1, 5)],
            "rouge": {k: list(best[k]) for k in kinds}, "rouge_mean": {k: sum(s[k].fmeasure for s in single) / len(single) for k in kinds},
            "squad": max(f1), "squad_mean": sum(f1) / len(f1)}


target = pathlib.Path(__file__).resolve().parents[2] / "common/src/test/resources/golden/references.json"
target.write_text(json.dumps([golden(r, a) for r, a in CASES], indent=0) + "\n")
