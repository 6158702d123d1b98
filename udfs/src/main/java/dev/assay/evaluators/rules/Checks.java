package dev.assay.evaluators.rules;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Passage;
import dev.assay.rules.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What boolean evaluators share: the same metrics beside their own, and rows for findings. */
final class Checks {
  static final String FAILURES = "failures";
  static final String RETRIEVAL = "retrieval_failures";
  static final String GENERATION = "generation_failures";
  static final String PARSE = "parse_failures";

  /** Sentence rows of one side at most. */
  static final int ROWS = 50;

  private Checks() {}

  static Measure flag(boolean value) {
    return Measure.of(value ? 1 : 0);
  }

  /**
   * The measures of a check that the answer and, where there are contexts to look at, the contexts
   * passed or failed.
   *
   * @param contexts empty when they are not looked at
   */
  static Map<String, Measure> measures(
      String primary, boolean answer, Optional<Boolean> contexts, String whyNoContexts) {
    boolean passed = answer && contexts.orElse(true);
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put(primary, flag(passed));
    measures.put(FAILURES, flag(!passed));
    measures.put(
        RETRIEVAL, contexts.map(c -> flag(!c)).orElse(Measure.notApplicable(whyNoContexts)));
    measures.put(GENERATION, flag(!answer));
    return measures;
  }

  /** The contexts to look at; none when the evaluator is told not to. */
  static List<Passage> contexts(Example example, boolean wanted) {
    return wanted && example.has(Field.CONTEXTS) ? example.contexts() : List.of();
  }

  static String whyNoContexts(boolean wanted) {
    return wanted ? "no retrieved context has text" : "evaluate_retrieved_context is false";
  }

  /** Rows of findings: what was found, masked, with its place. */
  static List<Evidence> rows(
      String metric,
      Side side,
      List<Finding> findings,
      int from,
      Map<String, Double> detail,
      String... flags) {
    List<Evidence> rows = new ArrayList<>();
    for (Finding finding :
        findings.subList(0, Math.min(findings.size(), Math.max(0, ROWS - from)))) {
      Map<String, Double> place = new LinkedHashMap<>(detail);
      place.put("start", (double) finding.start());
      place.put("end", (double) finding.end());
      List<String> remarks = new ArrayList<>(List.of(finding.category(), finding.rule()));
      remarks.addAll(List.of(flags));
      rows.add(
          Evidence.of(metric, side, from + rows.size(), finding.masked(), 0)
              .flagged(remarks)
              .with(place));
    }
    return rows;
  }
}
