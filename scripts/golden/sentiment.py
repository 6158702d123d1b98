"""Compound scores of vaderSentiment 3.3.2 for made sentences.

Run: pip install vaderSentiment==3.3.2 && python scripts/golden/sentiment.py
Writes common/src/test/resources/golden/sentiment.json.
"""

import json
import pathlib
import random

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

rng = random.Random(20261122)
RATED = """good great excellent happy love helpful pleased thanks best smart funny kind fine ok safe bad terrible awful horrible sad hate worst
fraud angry sorry fail ugly poor problem lol sux badass flawed heart hearts no :) :( :D :-( ;) <3 shit bomb ass fan winner risk debt
""".split()
MODIFIERS = """very really extremely so too slightly barely kinda kind of sort of just enough less most not never isn't don't cannot without
doubt neither nor or but least at this rarely hardly uh-uh despite BUT NOT VERY totally""".split()
FILLERS = """the card fee is was a bank account service and it your we has been will customer in of to for answer yeah right bus stop to die for
kiss of death beating heart the, (fee) "quoted" e-mail 12 $35.00 % naïve Überweisung 日本 -- ...""".split()
ENDS = [".", "!", "!!", "!!!!!!", "?", "??", "???", "????", "", " :)", "?!"]
FIXED = [
    "", " ", ".", "no", "No!", "BUT", "but", "good but bad", "bad but good but bad", "good good but good good",
    "The service was good.", "The service was not good.", "The service was NOT good.", "The service was VERY GOOD!!!",
    "At least it isn't a horrible fee.", "It was the least helpful answer.", "Least good of all.", "It was the very least helpful answer.",
    "Without a doubt, an excellent idea.", "Without doubt excellent.", "It has never been good.", "It has never been so good.",
    "It has never been this good!", "The fee is kind of bad.", "He was only kind of good.", "I would sort of like it, just enough help.",
    "That's the shit!", "This is the bomb", "yeah right, great help", "the kiss of death for a good bank", "a card to die for, great",
    "No good answer", "no bad or good answer", "no thanks", "There is no problem nor risk.", "ALL IN CAPITALS IS GREAT", "all in capitals is GREAT",
    "not so good this awful card", "(great)", "\"great\"", "great,", "gr8", "it's great:it's bad", "We are sorry for the fraud; the loss is refunded.",
]


def made():
    words = []
    for _ in range(rng.randint(1, 22)):
        pool = rng.choices([RATED, MODIFIERS, FILLERS], [4, 4, 5])[0]
        word = rng.choice(pool)
        words.append(word.upper() if rng.random() < 0.08 else word)
    return " ".join(words) + rng.choice(ENDS)


def main():
    analyzer = SentimentIntensityAnalyzer()
    texts = FIXED + [made() for _ in range(500)]
    rows = [{"text": text, "compound": analyzer.polarity_scores(text)["compound"]} for text in texts]
    out = pathlib.Path("common/src/test/resources/golden/sentiment.json")
    out.write_text(json.dumps({"version": "vaderSentiment 3.3.2", "texts": rows}, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
