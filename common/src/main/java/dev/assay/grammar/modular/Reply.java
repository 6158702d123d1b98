package dev.assay.grammar.modular;

import java.util.Optional;
import java.util.Set;

/**
 * What is known of one answer of a group.
 *
 * @param question what was asked: the case
 * @param repeat which answer to it, from 0
 * @param side the wording's side of the hypothesis; empty where it has none
 * @param correct empty where neither rule nor judge decided
 * @param way what decided
 * @param score whether the configured metric of the retrieval passes
 * @param relevant ids of documents and chunks that are known to hold the answer
 * @param contexts ids of the documents and chunks that were retrieved
 * @param containsAnswer whether the passages contain the true answer
 * @param entailed whether the passages entail the answer that was given
 */
public record Reply(
    String question,
    int repeat,
    String side,
    Optional<Boolean> correct,
    String way,
    Optional<Boolean> score,
    Set<String> relevant,
    Set<String> contexts,
    Optional<Boolean> containsAnswer,
    Optional<Boolean> entailed) {

  public Reply {
    relevant = Set.copyOf(relevant);
    contexts = Set.copyOf(contexts);
  }
}
