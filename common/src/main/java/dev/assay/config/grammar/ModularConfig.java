package dev.assay.config.grammar;

import java.util.List;
import java.util.Optional;

/**
 * How answers to grounded questions are evaluated. See {@code conf/reference.conf}.
 *
 * @param hypothesis the attribute whose values are contrasted
 * @param suspected the value that is expected to do worse; empty: none is
 * @param correct the metric that says whether an answer is correct
 * @param judge the metric that says so where that one does not
 * @param retrieval the metric that says whether the passages suffice
 * @param entailment the metric that says whether the passages entail the answer that was given
 * @param cause how else that is found out, in this order
 * @param referenceFree metrics that are compared with the truth
 */
public record ModularConfig(
    String hypothesis,
    String suspected,
    String correct,
    Optional<String> judge,
    Optional<String> retrieval,
    Optional<String> entailment,
    List<String> cause,
    List<String> referenceFree) {}
