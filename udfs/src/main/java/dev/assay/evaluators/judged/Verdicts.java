package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.llm.NoReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The judge's word on each of a list of texts, in order.
 *
 * @param texts what was judged
 * @param verdicts one a text
 */
record Verdicts(List<String> texts, List<Verdict> verdicts) {
  private static final int SHOWN = 500;

  /** One word: whether it holds, why, and how sure the judge is. */
  record Verdict(boolean holds, String reason, double confidence) {
    static Verdict of(JsonNode node, String field) {
      return new Verdict(
          node.path(field).asBoolean(),
          node.path("reason").asText(),
          node.path("confidence").asDouble(1));
    }
  }

  Verdicts {
    texts = List.copyOf(texts);
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Reads {@code verdicts} with a {@code number} from 1 for each text.
   *
   * @throws NoReply where a number is missing
   */
  static Verdicts read(JsonNode reply, List<String> texts, String field) {
    Verdict[] found = new Verdict[texts.size()];
    for (JsonNode node : reply.path("verdicts")) {
      int number = node.path("number").asInt();
      if (number < 1 || number > found.length || found[number - 1] != null) {
        throw NoReply.unreadable("the verdicts' numbers are not 1 to " + found.length);
      }
      found[number - 1] = Verdict.of(node, field);
    }
    for (Verdict one : found) {
      if (one == null) {
        throw NoReply.unreadable("there are not " + found.length + " verdicts");
      }
    }
    return new Verdicts(texts, List.of(found));
  }

  /** The form of a reply with exactly {@code n} verdicts. */
  static Consumer<ObjectNode> exactly(String array, int n) {
    return schema -> {
      if (schema.path("properties").path(array) instanceof ObjectNode form) {
        form.put("minItems", n).put("maxItems", n);
      }
    };
  }

  int size() {
    return verdicts.size();
  }

  boolean holds(int i) {
    return verdicts.get(i).holds();
  }

  long holding() {
    return verdicts.stream().filter(Verdict::holds).count();
  }

  /** Share that holds; not of none. */
  double share() {
    return holding() / (double) size();
  }

  /** A sentence row a text: 1 where it holds; the reason is among the flags. */
  List<Evidence> rows(String metric, Side side, int from) {
    List<Evidence> rows = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      Verdict verdict = verdicts.get(i);
      String reason = verdict.reason();
      rows.add(
          Evidence.of(metric, side, from + i, texts.get(i), verdict.holds() ? 1 : 0)
              .flagged(
                  "reason: " + (reason.length() <= SHOWN ? reason : reason.substring(0, SHOWN)))
              .with(Map.of("confidence", verdict.confidence())));
    }
    return rows;
  }
}
