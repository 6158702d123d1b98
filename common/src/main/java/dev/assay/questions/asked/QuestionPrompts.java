package dev.assay.questions.asked;

import dev.assay.llm.ChatRequest;
import dev.assay.prompts.Prompt;
import dev.assay.questions.QueryType;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The prompts by which questions are made: {@code facts}, one by the {@link QueryType#id} of each
 * type, and {@code answerable}, which asks whether passages answer a question.
 *
 * @param byName the prompts
 */
public record QuestionPrompts(Map<String, Prompt> byName) implements Serializable {
  static final String FACTS = "facts";
  static final String ANSWERABLE = "answerable";
  private static final Map<String, Set<String>> PLACES =
      Map.of(FACTS, Set.of("passages"), ANSWERABLE, Set.of("question", "passages"));
  private static final Set<String> QUESTIONS =
      Set.of("passages", "facts", "difficulties", "verdicts");

  public QuestionPrompts {
    byName = Map.copyOf(byName);
  }

  /**
   * The prompts that questions of these types need.
   *
   * @param own files in the place of the bundled ones, by name
   * @throws IllegalArgumentException where a prompt cannot be used, with the reason
   */
  public static QuestionPrompts of(Map<String, String> own, Collection<QueryType> types) {
    Map<String, Prompt> prompts = new TreeMap<>();
    prompts.put(FACTS, read(FACTS, own));
    types.forEach(type -> prompts.put(type.id(), read(type.id(), own)));
    if (types.contains(QueryType.UNANSWERABLE)) {
      prompts.put(ANSWERABLE, read(ANSWERABLE, own));
    }
    return new QuestionPrompts(prompts);
  }

  private static Prompt read(String name, Map<String, String> own) {
    Prompt prompt = Prompt.read(own.getOrDefault(name, "bundled:generate/" + name));
    Set<String> known = PLACES.getOrDefault(name, QUESTIONS);
    for (String place : prompt.places()) {
      if (!known.contains(place)) {
        throw new IllegalArgumentException(
            "Prompt %s has a place {%s}; generate.prompts.%s can use %s"
                .formatted(prompt.name(), place, name, known.stream().sorted().toList()));
      }
    }
    if (prompt.schema().isEmpty()) {
      throw new IllegalArgumentException(
          "Prompt " + prompt.name() + " has no part '# schema': its reply is read as JSON");
    }
    return prompt;
  }

  /** The prompt filled with those of {@code values} that it has places for. */
  ChatRequest request(String name, Map<String, String> values, String style) {
    Prompt prompt = byName.get(name);
    Map<String, String> used = new HashMap<>(values);
    used.keySet().retainAll(prompt.places());
    return prompt.request(used, ChatRequest.of(style).parameters());
  }

  /** How many characters a prompt has before it is filled. */
  public int length(String name) {
    Prompt prompt = byName.get(name);
    return prompt.system().length() + prompt.user().length();
  }

  /** Name, version and the beginning of the hash of each prompt. */
  @Override
  public String toString() {
    return new TreeMap<>(byName)
        .values().stream()
            .map(one -> one.name() + " " + one.version() + " " + one.hash().substring(0, 12))
            .collect(Collectors.joining(", "));
  }
}
