package dev.assay.config.cases;

import java.util.List;
import java.util.Optional;

/**
 * Which columns of a file say what of a test case: the same keys for test suites and for recorded
 * answers. A column that is named must be there; one that is not named is looked for under the
 * names of the preset. See {@code conf/reference.conf}.
 *
 * @param preset whose file it is: {@code sonar}, {@code ragas}, {@code deepeval}, {@code promptfoo}
 *     or {@code trec}
 * @param expectedColumn the expected answer, or a list of those that are accepted
 * @param relevantIdsColumn ids of relevant documents or chunks
 * @param relevantPassagesColumn relevant passages as texts
 * @param parentColumn id of the case that this one was perturbed from
 * @param weightColumn what the case stands for
 * @param inclusionProbabilityColumn the chance with which it was drawn; its weight is one over it
 * @param attributeColumns columns kept as attributes; {@code *} for all that nothing else is read
 *     from
 */
public record CaseNames(
    Optional<String> preset,
    Optional<String> idColumn,
    Optional<String> questionColumn,
    Optional<String> expectedColumn,
    Optional<String> factsColumn,
    Optional<String> relevantIdsColumn,
    Optional<String> relevantPassagesColumn,
    Optional<String> conditionColumn,
    Optional<String> answerableColumn,
    Optional<String> perturbationColumn,
    Optional<String> parentColumn,
    Optional<String> queryTypeColumn,
    Optional<String> difficultyColumn,
    Optional<String> weightColumn,
    Optional<String> inclusionProbabilityColumn,
    Optional<String> groupColumn,
    Optional<List<String>> attributeColumns) {

  /** The presets that there are. */
  public static final List<String> PRESETS =
      List.of("sonar", "ragas", "deepeval", "promptfoo", "trec");
}
