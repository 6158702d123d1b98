package dev.assay.jobs.inputs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a record says of a test case.
 *
 * @param expectedAnswers all that are accepted, the first one first
 * @param relevantIds of documents or chunks
 * @param parent the id of the case that it was perturbed from
 * @param weight what it stands for
 * @param group what belongs together statistically
 */
record CaseRecord(
    Optional<String> id,
    String question,
    List<String> expectedAnswers,
    List<String> facts,
    List<String> relevantIds,
    List<String> relevantPassages,
    Optional<String> condition,
    Optional<Boolean> answerable,
    Optional<String> perturbation,
    Optional<String> parent,
    Optional<String> queryType,
    OptionalDouble difficulty,
    OptionalDouble weight,
    Optional<String> group,
    Map<String, String> attributes) {}
