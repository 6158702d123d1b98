package dev.assay.config.grammar;

import java.util.List;
import java.util.Optional;

/**
 * How answers to grounded questions are evaluated. See {@code conf/reference.conf}.
 *
 * @param hypotheses which attributes of the wording are suspected to matter; each is looked at
 *     alone
 * @param correct the metric that says whether an answer is correct
 * @param judge the metric that says so where that one does not
 * @param retrieval the metric that says whether the passages suffice
 * @param entailment the metric that says whether the passages entail the answer that was given
 * @param cause how else that is found out, in this order
 * @param referenceFree metrics that are compared with the truth
 */
public record ModularConfig(
    List<HypothesisConfig> hypotheses,
    String correct,
    Optional<String> judge,
    Optional<String> retrieval,
    Optional<String> entailment,
    List<String> cause,
    List<String> referenceFree) {}
