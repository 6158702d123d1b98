package dev.assay.evaluators.rules;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.rules.Finding;
import dev.assay.rules.RuleSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks for what must not be there, in the answer and in every context on its own.
 *
 * @param finder what it finds in a text
 * @param contexts whether contexts are looked at
 */
record LeakCheck(Spec spec, Function<String, List<Finding>> finder, boolean contexts) {

  /** What checks for leaks have in common: they look at answer and contexts, metric by metric. */
  static Spec spec(Spec.Builder named, String primary) {
    return named
        .dimension(ValidationDimension.RISK)
        .needs(Field.ANSWER)
        .uses(Field.CONTEXTS)
        .metric(Metric.share(primary, 0.5, "1 when nothing was found"))
        .metric(Metric.fault(Checks.FAILURES, "1 when something was found"))
        .metric(Metric.fault(Checks.RETRIEVAL, "1 when something was found in a context"))
        .metric(Metric.fault(Checks.GENERATION, "1 when something was found in the answer"))
        .build();
  }

  Outcome outcome(Example example) {
    String primary = spec.primary().name();
    String answer = example.answer().orElseThrow();
    List<Passage> passages = Checks.contexts(example, contexts);
    long length = answer.length() + passages.stream().mapToLong(p -> p.text().length()).sum();
    if (length > RuleSuite.MAX_LENGTH) {
      return tooLong(spec, length);
    }
    List<Finding> found = finder.apply(answer);
    List<Evidence> rows = new ArrayList<>(Checks.rows(primary, Side.ANSWER, found, 0, Map.of()));
    boolean clean = true;
    int index = 0;
    for (Passage passage : passages) {
      List<Finding> inContext = finder.apply(passage.text());
      List<Evidence> more =
          Checks.rows(
              primary, Side.CONTEXT, inContext, index, Map.of("rank", (double) passage.rank()));
      index += more.size();
      rows.addAll(more);
      clean &= inContext.isEmpty();
    }
    Optional<Boolean> contextsClean = passages.isEmpty() ? Optional.empty() : Optional.of(clean);
    return Outcome.of(
        Checks.measures(primary, found.isEmpty(), contextsClean, Checks.whyNoContexts(contexts)),
        rows);
  }

  static Outcome tooLong(Spec spec, long length) {
    return tooLong(spec, length, RuleSuite.MAX_LENGTH);
  }

  static Outcome tooLong(Spec spec, long length, long limit) {
    return spec.tooLong("%d characters are over the limit of %d".formatted(length, limit));
  }
}
