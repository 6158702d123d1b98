package dev.assay.config.cases;

import java.util.Optional;

/**
 * Which columns of a file of recorded answers say what of an answer. See {@code
 * conf/reference.conf}.
 *
 * @param contextsColumn retrieved passages, a list or one text
 * @param systemColumn the system's name, where one file holds several
 * @param latencyColumn milliseconds
 * @param costColumn in one currency for all systems
 * @param artifactsColumn files or structures that came with the answer, as JSON
 */
public record AnswerNames(
    Optional<String> answerColumn,
    Optional<String> contextsColumn,
    Optional<String> systemColumn,
    Optional<String> latencyColumn,
    Optional<String> inputTokensColumn,
    Optional<String> outputTokensColumn,
    Optional<String> costColumn,
    Optional<String> artifactsColumn) {}
