#!/usr/bin/env python3
"""Posterior of the eight schools by draws: flat priors on mu and tau (Bayesian Data Analysis, 3rd edition, section 5.4).

Run: python3 scripts/golden/shrinkage.py   (standard library alone; about a minute)
tau is drawn from its marginal posterior on a fine grid, then mu given tau, then theta given both.
"""
import bisect
import math
import random

Y = [28, 8, -3, 7, -1, 1, 18, 12]
S = [15, 10, 16, 11, 9, 11, 10, 18]
random.seed(5)
STEP, TOP = 0.05, 150.0


def given(tau):
    w = [1 / (s * s + tau * tau) for s in S]
    return sum(a * b for a, b in zip(w, Y)) / sum(w), 1 / sum(w)


grid = [STEP * (k + 0.5) for k in range(int(TOP / STEP))]
log = []
for tau in grid:
    mu, v = given(tau)
    log.append(0.5 * math.log(v) - sum(0.5 * math.log(s * s + tau * tau) + (y - mu) ** 2 / (2 * (s * s + tau * tau)) for y, s in zip(Y, S)))
top = max(log)
total, cumulated = 0.0, []
for value in log:
    total += math.exp(value - top)
    cumulated.append(total)
draws = 400000
sums = [0.0] * 8
first = []
for _ in range(draws):
    tau = grid[bisect.bisect_left(cumulated, random.random() * total)]
    mu, v = given(tau)
    mu = random.gauss(mu, math.sqrt(v))
    for j in range(8):
        precision = 1 / S[j] ** 2 + 1 / tau**2
        theta = random.gauss((Y[j] / S[j] ** 2 + mu / tau**2) / precision, math.sqrt(1 / precision))
        sums[j] += theta
        if j == 0:
            first.append(theta)
first.sort()
print("means", ", ".join("%.2f" % (s / draws) for s in sums))
print("first school: 2.5 % %.2f, 97.5 % %.2f".replace(" % %", " %% %") % (first[int(0.025 * draws)], first[int(0.975 * draws)]))
