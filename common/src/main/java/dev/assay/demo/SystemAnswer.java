package dev.assay.demo;

import dev.assay.core.Passage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a system said.
 *
 * @param answer the answer; empty text when nothing was found to answer with
 * @param contexts the passages that the answer was made from, in order of retrieval
 * @param attributes what else is known of it, such as a planted fault
 */
public record SystemAnswer(String answer, List<Passage> contexts, Map<String, String> attributes) {

  public SystemAnswer {
    contexts = List.copyOf(contexts);
    attributes = Map.copyOf(attributes);
  }

  /** The same contexts with another answer and more attributes. */
  SystemAnswer with(String otherAnswer, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(more);
    return new SystemAnswer(otherAnswer, contexts, all);
  }
}
