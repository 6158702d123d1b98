package dev.assay.questions.asked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.text.CleanText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A question as a model gave it, with what every type has.
 *
 * @param item the JSON object as given
 * @param question in one line
 * @param difficulty the one of the wanted ones that it is for
 */
record Candidate(JsonNode item, String question, String difficulty) {
  private static final int LONGEST_ANSWER = 1_500;
  private static final int MOST_SUPPORT = 12;

  /** Reads {@code item}; what is not of the form is a {@link Rejection}. */
  static Candidate of(JsonNode item, Request request) {
    String question = text(item.path("question"));
    Wording.problem(question)
        .ifPresent(
            problem -> {
              throw new Rejection(problem, "");
            });
    String asked = text(item.path("difficulty")).toLowerCase(Locale.ROOT);
    Optional<String> difficulty =
        request.difficulties().stream()
            .filter(one -> one.toLowerCase(Locale.ROOT).equals(asked))
            .findFirst();
    Rejection.unless(difficulty.isPresent(), "difficulty", "none that was asked for");
    return new Candidate(item, question, difficulty.get());
  }

  /** Text of a node, cleaned; empty where it is none. */
  static String text(JsonNode node) {
    return node.isTextual() ? CleanText.of(node.textValue()).strip() : "";
  }

  String answer() {
    String answer = text(item.path("answer"));
    Rejection.unless(!answer.isEmpty(), "no_answer", "");
    Rejection.unless(answer.length() <= LONGEST_ANSWER, "too_long", "the answer");
    return answer;
  }

  /**
   * A supporting sentence.
   *
   * @param passage which passage has it, from 1
   * @param sentence as the passage has it
   */
  record Supporting(int passage, String sentence) {}

  /** Its supporting sentences; each must be in the passage that is named for it. */
  List<Supporting> support(Request request) {
    List<Supporting> support = new ArrayList<>();
    for (JsonNode node : item.path("support")) {
      Rejection.unless(support.size() < MOST_SUPPORT, "too_long", "the support");
      String sentence = text(node.path("sentence"));
      int passage = node.path("passage").asInt(1);
      Rejection.unless(
          passage >= 1 && passage <= request.chunks().size(),
          "support_not_found",
          "there is no passage " + passage);
      Optional<String> found = Quotation.find(request.texts().get(passage - 1), sentence);
      Rejection.unless(
          found.isPresent(), "support_not_found", "a sentence is not in passage " + passage);
      support.add(new Supporting(passage, found.get()));
    }
    Rejection.unless(!support.isEmpty(), "no_support", "");
    long passages = support.stream().map(Supporting::passage).distinct().count();
    Rejection.unless(
        passages == request.chunks().size(), "one_passage", "the support is from one passage");
    return support.stream().distinct().toList();
  }

  /** The key facts that it names by number, one a line. */
  String facts(List<KeyFact> known) {
    List<String> named = new ArrayList<>();
    for (JsonNode node : item.path("facts")) {
      int number = node.asInt();
      if (number >= 1 && number <= known.size() && named.size() < known.size()) {
        named.add(known.get(number - 1).text());
      }
    }
    return String.join("\n", named);
  }
}
