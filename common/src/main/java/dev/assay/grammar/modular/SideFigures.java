package dev.assay.grammar.modular;

import dev.assay.stats.Interval;
import java.util.Optional;

/**
 * How a system does on one side of a hypothesis.
 *
 * @param accuracy share of correct answers: R (1 − λ), equation 2
 * @param robustness the same outside of gap groups, equation 1; empty where all groups are gaps
 * @param lambda share of the questions in gap groups
 * @param n answers
 * @param groups groups that they belong to
 * @param gapGroups of these
 */
public record SideFigures(
    String side,
    Interval accuracy,
    Optional<Interval> robustness,
    double lambda,
    long n,
    long groups,
    long gapGroups) {}
