package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Library;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.llm.NoReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How far the corpus bears the answer out, by a judge that looks things up in it: step after step
 * it calls one of two tools, to search or to decide, and after {@code steps} searches it must
 * decide. Searches are BM25 over the stored chunks. A query that finds nothing says so. One
 * sentence row a search, one with the judge's reason.
 *
 * <p>Each step is asked afresh, with what was found in fences, and not as a conversation with the
 * earlier calls in it: a query that the judge wrote may repeat what the text under test told it to,
 * and no fence can stand around a call's arguments.
 *
 * <p>Source: 002 Fact-check (agent-based), with the corpus in the place of the web.
 *
 * @param steps searches at most
 * @param passages that a search shows
 */
public record FactCheck(int steps, int passages) implements AskingEvaluator {
  private static final String PROMPT = "fact-check";
  private static final String SEARCH = "search";
  private static final String VERDICT = "verdict";
  private static final String METRIC = "fact_check";
  private static final int SHOWN = 1000;

  private static final Spec SPEC =
      Spec.of("fact_check", "Fact check (judge)")
          .meaning("How far the corpus bears the answer out, by a judge that searches it.")
          .source("002 Fact-check (agent-based)")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.QUESTION, Field.ANSWER)
          .slots(Slot.CHAT)
          .asks(PROMPT)
          .metric(Metric.share("fact_check", 0.75, "The judge's score"))
          .metric(Metric.descriptive("searches", 0, 50, "Searches that the judge made"))
          .build();

  public FactCheck {
    if (steps < 1 || steps > 50 || passages < 1) {
      throw new IllegalArgumentException(
          "steps must be 1 to 50 and passages 1 or more, got %d and %d".formatted(steps, passages));
    }
  }

  /** Four searches of three passages. */
  public FactCheck() {
    this(4, 3);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public int calls(int contexts) {
    return steps + 1;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    Library library =
        judge
            .library()
            .orElseThrow(
                () ->
                    new NoReply(
                        Status.NOT_APPLICABLE, "there is no stored corpus to look things up in"));
    List<String> found = new ArrayList<>();
    List<Evidence> rows = new ArrayList<>();
    while (true) {
      int left = steps - found.size();
      JsonNode step =
          judge.call(
              PROMPT,
              values(example, found, left),
              left > 0 ? Set.of(SEARCH, VERDICT) : Set.of(VERDICT));
      JsonNode arguments = step.path("arguments");
      if (step.path("tool").asText().equals(VERDICT)) {
        return outcome(arguments, rows);
      }
      String query = arguments.path("query").asText("").strip();
      List<Passage> hits = query.isEmpty() ? List.of() : library.search(query, passages);
      found.add(shown(query, hits));
      rows.add(Evidence.of("searches", Side.ANSWER, rows.size(), query, hits.size()));
    }
  }

  private static Map<String, String> values(Example example, List<String> found, int left) {
    Map<String, String> values = new TreeMap<>();
    values.put(Texts.QUESTION, example.question());
    values.put(Texts.ANSWER, example.answer().orElseThrow());
    values.put("left", Integer.toString(left));
    values.put("findings", found.isEmpty() ? "(nothing yet)" : String.join("\n\n", found));
    return values;
  }

  private static String shown(String query, List<Passage> hits) {
    String head = "Search: " + query + "\n";
    return hits.isEmpty()
        ? head + "(nothing found)"
        : head + Texts.numbered(hits.stream().map(Passage::text).toList());
  }

  private static Outcome outcome(JsonNode verdict, List<Evidence> searches) {
    List<Evidence> rows = new ArrayList<>(searches);
    double score = verdict.path("score").asDouble();
    String reason = verdict.path("reason").asText();
    rows.add(
        Evidence.of(
                METRIC,
                Side.ANSWER,
                0,
                reason.length() <= SHOWN ? reason : reason.substring(0, SHOWN),
                score)
            .flagged("reason")
            .with(Map.of("confidence", verdict.path("confidence").asDouble(1))));
    return SPEC.outcome(rows, Measure.of(score), Measure.of(searches.size()));
  }
}
