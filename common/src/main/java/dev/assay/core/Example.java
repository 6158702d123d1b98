package dev.assay.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One test case answered by one system: what row evaluators are given.
 *
 * @param caseId the test case
 * @param system the name of the system under test
 * @param repeat which repetition of the same case, from 0
 * @param groupId what belongs together statistically (a question with its twins)
 * @param question the query as it was asked
 * @param expected the expected answer
 * @param contexts the retrieved passages in order; empty when none were retrieved
 * @param answer the actual answer; empty text is an answer, absence is none
 * @param condition the text-matching condition of the case
 * @param relevantIds ids of relevant documents or chunks
 * @param facts statements that the answer should contain
 * @param attributes anything else that the case or the response carries
 * @param expectedAnswers all answers that are accepted, {@code expected} first; empty where there
 *     is no other
 * @param relevantPassages texts of passages that are known to be relevant
 */
public record Example(
    String caseId,
    String system,
    int repeat,
    String groupId,
    String question,
    Optional<String> expected,
    List<Passage> contexts,
    Optional<String> answer,
    Optional<String> condition,
    List<String> relevantIds,
    List<String> facts,
    Map<String, String> attributes,
    List<String> expectedAnswers,
    List<String> relevantPassages) {

  public Example {
    expectedAnswers = List.copyOf(expectedAnswers);
    relevantPassages = List.copyOf(relevantPassages);
    contexts = List.copyOf(contexts);
    relevantIds = List.copyOf(relevantIds);
    facts = List.copyOf(facts);
    attributes = Map.copyOf(attributes);
  }

  /** An example from its texts alone, for SQL functions and tests. */
  public static Example of(String question, String expected, List<String> contexts, String answer) {
    List<Passage> passages =
        java.util.stream.IntStream.range(0, contexts.size())
            .mapToObj(i -> Passage.of(contexts.get(i), i + 1))
            .toList();
    return new Example(
        "",
        "",
        0,
        "",
        question == null ? "" : question,
        Optional.ofNullable(expected),
        passages,
        Optional.ofNullable(answer),
        Optional.empty(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  /** Whether {@code field} is there and not blank. */
  public boolean has(Field field) {
    return switch (field) {
      case QUESTION -> !question.isBlank();
      case EXPECTED -> expected.filter(text -> !text.isBlank()).isPresent();
      case CONTEXTS -> contexts.stream().anyMatch(passage -> !passage.text().isBlank());
      case ANSWER -> answer.filter(text -> !text.isBlank()).isPresent();
      case CONDITION -> condition.filter(text -> !text.isBlank()).isPresent();
      case RELEVANT_IDS -> !relevantIds.isEmpty();
      case FACTS -> !facts.isEmpty();
      case ARTIFACTS -> attributes.containsKey("artifacts");
      case ANSWERABLE -> attributes.containsKey("answerable");
      case REPEATS -> attributes.containsKey("repeats");
    };
  }

  /** The texts of the contexts, in rank order. */
  public List<String> contextTexts() {
    return contexts.stream().map(Passage::text).toList();
  }
}
