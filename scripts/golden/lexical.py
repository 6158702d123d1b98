"""Golden values of tokens, stems, ROUGE, BLEU, SQuAD token F1, repeats and zlib ratios.

References: rouge-score 0.1.2, NLTK 3.10.4, numpy 2.4.6, zlib of Python 3.11; the SQuAD 2.0 F1 and the
brute-force repeat are written out below.
Run: pip install rouge-score==0.1.2 nltk==3.10.4 numpy==2.4.6 && python scripts/golden/lexical.py
Writes common/src/test/resources/golden/lexical.json.
"""

import collections
import itertools
import json
import pathlib
import random
import re
import string
import warnings
import zlib

import nltk
from nltk.stem.porter import PorterStemmer
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate.bleu_score import sentence_bleu
from rouge_score import rouge_scorer, tokenizers

warnings.filterwarnings("ignore")
rng = random.Random(20240611)

# Each side is a list of sentences, since neither package's own sentence splitter is under test.
PAIRS = [
    (["the cat is on the mat"], ["the cat sat on the mat"]),
    (["the quick brown fox jumps over the lazy dog"], ["the quick brown fox"]),
    (["yes"], ["yes"]),
    (["a b c d"], ["x y z w"]),
    (["The cats were running quickly"], ["The cat runs quick"]),
    (["testing tests tested"], ["test"]),
    (["Zürich is nice"], ["Zurich is nice"]),
    (["The overdraft fee is $35.00.", "It is charged at most three times a day."],
     ["At most three overdraft fees of $35 are charged each day.", "It is a fee."]),
    (["You can't be charged more than $25 (or 5%) for a late payment.", "We'll tell you first."],
     ["You cannot be charged more than 25 dollars, i.e. 5 % - for late payments!", "We will tell you first."]),
    (["Creditors shall notify applicants of action taken within 30 days.",
      "A notification must be in writing.", "It must state the reasons."],
     ["The creditor notifies the applicant in writing.", "Notification is within thirty (30) days.",
      "Reasons are stated.", "Reasons are stated."]),
    (["Open the app.", "Tap Pay.", "Enter the amount.", "Confirm."],
     ["Confirm.", "Enter the amount.", "Tap Pay.", "Open the app."]),
    (["Le crédit n'est pas accordé."], ["Le crédit est accordé."]),
    (["手数料は無料です。"], ["手数料はかかりません。"]),
    (["Комиссия не взимается."], ["Комиссия взимается 42 раза."]),
    (["The fee is 12 percent."], ["..."]),
    (["The fee is 12 percent."], ["🙂🙃🙂"]),
    (["\"Is it free?\" she asked; 'yes', he said."], ["She asked: \"Is it free?\" He said ''yes''."]),
    (["It's the customer's, the customers' and y'all's."], ["'Tis the customers' and 'twas gonna be theirs; gimme."]),
    (["the the the the"], ["the the"]),
    (["x" * 500], ["x" * 500]),
    (["word " * 120], ["word " * 90 + "other " * 30]),
    (["Proceed: exceed the sky's limits, dying innings."], ["Proceeding skies exceed limited inning news."]),
    (["The"], ["the a an"]),
    (["A."], ["B."]),
    (["Rates: 3.5%, 4.25%, and 1,056.50 – see §1002.2(l)…"], ["rates of 3.5 % , 4.25 % and 1056.50 — § 1002.2 (l)..."]),
]
WORDS = ("the a fee bank banks charge charges charged charging account accounts customer customers monthly is are not "
         "12 35 days day notify notified notification written relational hopefulness credit creditor").split()
for _ in range(40):
    side = lambda: [" ".join(rng.choices(WORDS, k=rng.randint(1, 14))).capitalize() + "." for _ in range(rng.randint(1, 5))]
    PAIRS.append((side(), side()))

TOKENIZED = [
    "Good muffins cost $3.88 (roughly 3,36 euros) in New York.",
    "Please buy me two of them.", "I can't, won't and shouldn't've; you'd better not.",
    "He said, \"That's the customer's.\"", "\"Quoted\" at the start, and 'single' too.", "``Already'' converted quotes.",
    "Don't gonna wanna gotta gimme lemme more'n d'ye cannot whaddya.", "wanna", "'Tis so and 'twas so: 'tis.",
    "e.g. this, i.e. that; A&B #5 @home 100%.", "Wait... what?! Really?? Yes!!!", "a--b, c–d — e", "[see (note) {3}] <b>x</b>",
    "Visit https://bank.example/fees?id=3.1&x=a,b:8080 now.", "Mail help@bank.example.", "1:30, 2:45 and 1,000,000: done",
    "ends with colon:", "ends with comma,", "the dogs' bones '", "“Curly ‘quotes’ here.”", "«Guillemets» and „low“.",
    "It is 5*3*2.", "U.S. Government.", "stop.)", "stop. \"", "Ünïcödé naïve façade.", "手数料は無料です。", "Ça va? L'été.",
    "tab\tand\x1cfile separator\u00a0nbsp", "''double single''", "x'y'z 's 'S 'm 'D 'll n't N'T", "", ".", "...", "'", "\"", "`", "``", "--",
    "The §1002.2(l) rule", "½ of it's ² done", "ſ 'ſ GONNA Can't CANNOT", "a.b.c. d.e. f.", "(a.) b", "9 o'clock rock 'n' roll",
]

HOSTILE = list("abcdstmn '\".,:;!?()[]{}<>-–—…«»“”‘’`*%$&@#1290éß手½²_ſİ\t\u00a0\u0301ि") + [
    "can", "not", "gonna", "wanna", "more'n", "'tis", "'twas", "'s", "n't", "'ll", "''", "``"]
TOKENIZED += ["".join(rng.choices(HOSTILE, k=rng.randint(1, 25))) for _ in range(200)]


def rouge(expected, answer, stemmer):
    kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    scores = rouge_scorer.RougeScorer(kinds, use_stemmer=stemmer).score("\n".join(expected), "\n".join(answer))
    return {kind: list(scores[kind]) for kind in kinds}


def bleu(expected, answer):
    words = NLTKWordTokenizer()
    reference = [w for s in expected for w in words.tokenize(s)]
    candidate = [w for s in answer for w in words.tokenize(s)]
    score = lambda weights: float(sentence_bleu([reference], candidate, weights))
    return {"cumulative": [score((1 / n,) * n) for n in range(1, 5)],
            "only": [score((0,) * (n - 1) + (1,)) for n in range(1, 5)]}


def squad_tokens(text):
    text = "".join(c for c in text.lower() if c not in set(string.punctuation))
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def squad_f1(expected, answer):
    gold, found = squad_tokens(expected), squad_tokens(answer)
    if not gold or not found:
        return [float(gold == found)] * 3
    same = sum((collections.Counter(gold) & collections.Counter(found)).values())
    if same == 0:
        return [0.0] * 3
    precision, recall = same / len(found), same / len(gold)
    return [precision, recall, 2 * precision * recall / (precision + recall)]


def repeat(text):
    n = len(text)
    for length in range(n // 2, 0, -1):
        for start in range(n - 2 * length + 1):
            piece = text[start:start + length]
            if text.find(piece, start + length) >= 0:
                return [piece, text.count(piece), text.count(piece) * length / n]
    return None


STEMS = ("relat condit ration valenc hesit digit conform radic differ vile analog vietnam predic oper feudal decis hope callous "
         "form sensit triplic electr good reviv allow infer airlin gyroscop adjust defens irrit replac depend adopt homolog "
         "commun activ angular effect bowdler prob rat ceas control roll hopp tann fall hiss fizz fail fil happ sk enjo fl d t l "
         "agre plaster bl motor s conflat troubl siz y yy syzyg to geo theo archaeo bank credit charg appl notif pa ow o e").split()
SUFFIXES = (" s es ies ed eed ing ied y ational tional enci anci izer bli abli alli entli eli ousli ization ation ator alism iveness "
            "fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant "
            "ement ment ent ion sion tion ou ism ate iti ous ive ize e le ll lli sses ss yed ying 1 2s").split(" ")
IRREGULAR = "sky skies dying lying tying news innings inning outings outing cannings canning howe proceed exceed succeed".split()
stem_inputs = sorted(set(IRREGULAR + [a + b for a, b in itertools.product(STEMS, SUFFIXES) if a + b]))

repeats = ["abcabcabc", "aaaa", "abcdef", "I am fine. I am fine. Thank you.", "Hello. Hello. Hello. ", "The answer is 42. " * 20,
           "aaaaa", "abab ab", "🙂🙃🙂🙃", "xyzxy", "a", "aab", "banana bandana", "mississippi", "手数料手数料"]
repeats += ["".join(rng.choices("ab", k=rng.randint(2, 40))) for _ in range(40)]
repeats += ["".join(rng.choices("abcd ", k=rng.randint(30, 120))) for _ in range(20)]
compressed = [t for t in repeats if t] + ["The sky is blue today.", " ".join(rng.choices(WORDS, k=400)), "The bank. " * 500]

stemmer = PorterStemmer()
out = {
    "reference": f"rouge-score 0.1.2, nltk {nltk.__version__}, zlib {zlib.ZLIB_RUNTIME_VERSION}",
    "stems": {word: stemmer.stem(word) for word in stem_inputs},
    "words": [{"text": t, "words": NLTKWordTokenizer().tokenize(t)} for t in TOKENIZED + [s for e, a in PAIRS[:26] for s in e + a]],
    "pairs": [{
        "expected": e, "answer": a,
        "tokens": tokenizers.DefaultTokenizer(True).tokenize(" ".join(e)),
        "stemmed": rouge(e, a, True), "plain": rouge(e, a, False),
        "bleu": bleu(e, a), "squad": squad_f1(" ".join(e), " ".join(a)),
    } for e, a in PAIRS],
    "repeats": [{"text": t, "repeat": repeat(t)} for t in repeats],
    "compression": [{"text": t, "ratio": min(1, len(zlib.compress(t.encode(), 9)) / len(t.encode()))} for t in compressed],
}
target = pathlib.Path(__file__).resolve().parents[2] / "common/src/test/resources/golden/lexical.json"
target.write_text(json.dumps(out, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
