"""What `assay doctor`, truescore and cje-eval say of the same files, drawn from a known truth.

Coverages are compared on the same files: the column beside a package's coverage says how much higher or lower it is than ours on the files that it read, with
the standard error of that difference. cje-eval takes about a second a file, so that it may be given fewer.

In every setting people pass an answer with a chance that rises with the question's ease and the answer's own merit, and a judge sees both with noise and
generously. The truth is the mean of a million draws. Run by scripts/compare-estimators.
"""

import csv
import json
import logging
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from cje import calibrated_mean_ci
from truescore import ppi_compare, ppi_estimate

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)
# name, questions, labelled questions, noise of the judge, systems
SETTINGS = [
    ("good judge, 100 labels of 1,000", 1000, 100, 0.5, 1),
    ("weak judge, 100 labels of 1,000", 1000, 100, 3.0, 1),
    ("good judge, 40 labels of 400", 400, 40, 0.5, 1),
    ("two systems, 80 questions of 500", 500, 80, 0.5, 2),
]


def draw(rng, questions, noise, systems):
    """Judge's scores from 0 to 1 and labels, a row a question and a column a system."""
    ease = rng.normal(size=(questions, 1))
    merit = ease + rng.normal(size=(questions, systems)) + 0.4 + 0.3 * np.arange(systems)
    label = (merit + rng.normal(size=merit.shape) * 0.3 > 0).astype(float)
    judge = 1 / (1 + np.exp(-(merit + 0.5 + noise * rng.normal(size=merit.shape))))
    return np.round(judge, 4), label


def write(path, judge, label, labelled):
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["question", "system", "judge", "human_label"])
        for q in range(judge.shape[0]):
            for s in range(judge.shape[1]):
                table.writerow([f"q{q}", "ab"[s], judge[q, s], int(label[q, s]) if q < labelled else ""])


def doctor(paths):
    out = subprocess.run(
        [os.environ["ASSAY"], "doctor", *paths, "--format", "json"], check=True, capture_output=True, text=True
    ).stdout
    return [json.loads(line)["scores"][0] for line in out.splitlines() if line.startswith("{")]


def interval(value):
    return value["estimate"], value["low"], value["high"]


def truescore(judge, label, labelled):
    rows, systems = judge.shape
    index = np.arange(labelled)
    if systems == 2:
        found = ppi_compare(
            judge[:, 0], judge[:, 1], label[:labelled, 0], label[:labelled, 1], index
        )
        return found.difference, found.low, found.high
    found = ppi_estimate(judge[:, 0], label[:labelled, 0], index)
    return found.point, found.low, found.high


def cje(judge, label, labelled):
    if judge.shape[1] == 2:
        from cje import analyze_dataset

        draws = {
            "ab"[s]: [
                {
                    "prompt_id": f"q{q}",
                    "judge_score": float(judge[q, s]),
                    "oracle_label": float(label[q, s]) if q < labelled else None,
                }
                for q in range(judge.shape[0])
            ]
            for s in range(2)
        }
        found = analyze_dataset(fresh_draws_data=draws).compare_policies("a", "b")
        low, high = found["ci_lower"], found["ci_upper"]
        return found["difference"], low, high
    said = np.where(np.arange(len(judge)) < labelled, label[:, 0], np.nan)
    found = calibrated_mean_ci(judge[:, 0], said)
    return found.estimate, *found.ci


def covers(rows, truth):
    return (rows[:, 1] <= truth) & (truth <= rows[:, 2])


def against(theirs, ours):
    """The difference of two coverages of the same files in points, with its standard error."""
    apart = 100 * (theirs.astype(float) - ours)
    return f"{apart.mean():+.1f} ± {apart.std(ddof=1) / len(apart) ** 0.5:.1f}"


def main(times, slow):
    print(f"{times} files a setting, of which cje-eval reads {slow}")
    print("| setting | truth | | files | estimate | bias | width | coverage | less ours, points | apart from ours, in standard errors |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    hits = {}
    for number, (name, questions, labelled, noise, systems) in enumerate(SETTINGS):
        _, many = draw(np.random.default_rng(99), 1_000_000, noise, systems)
        truth = many[:, 0].mean() - (many[:, 1].mean() if systems == 2 else 0)
        found = {"assay doctor": [], "truescore 0.7.4": [], "cje-eval 0.9.3": []}
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for k in range(times):
                judge, label = draw(np.random.default_rng([number, k]), questions, noise, systems)
                paths.append(os.path.join(folder, f"{k}.csv"))
                write(paths[-1], judge, label, labelled)
                found["truescore 0.7.4"].append(truescore(judge, label, labelled))
                if k < slow:
                    found["cje-eval 0.9.3"].append(cje(judge, label, labelled))
            for score in doctor(paths):
                if systems == 1:
                    found["assay doctor"].append(interval(score["human_pass_rate"]))
                else:
                    gap = score["differences"][0]
                    point, low, high = interval(gap["human"])
                    turned = gap["first"] == "b"
                    found["assay doctor"].append((-point, -high, -low) if turned else (point, low, high))
        ours = np.array(found["assay doctor"])
        spread = (ours[:, 2] - ours[:, 1]).mean() / 3.92
        for who, rows in found.items():
            if not rows:
                continue
            all_ = np.array(rows)
            same = ours[: len(all_)]
            covered = covers(all_, truth)
            hits.setdefault(who, []).append((covered, covers(same, truth)))
            apart = np.abs(all_[:, 0] - same[:, 0]) / spread
            other = not who.startswith("assay")
            print(
                f"| {name} | {truth:.3f} | {who} | {len(all_)} | {all_[:, 0].mean():.3f} | {all_[:, 0].mean() - truth:+.4f} "
                f"| {(all_[:, 2] - all_[:, 1]).mean():.3f} | {100 * covered.mean():.1f} % "
                f"| {against(covered, covers(same, truth)) if other else ''} "
                f"| {f'mean {apart.mean():.2f}, most {apart.max():.2f}' if other else ''} |"
            )
            name = ""
        sys.stdout.flush()
    for who, pairs in hits.items():
        theirs, ours = (np.concatenate([pair[i] for pair in pairs]) for i in (0, 1))
        told = "" if who.startswith("assay") else f", {against(theirs, ours)} points from ours"
        print(f"all settings: {who} covers {100 * theirs.mean():.1f} % of {len(theirs)}{told}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
