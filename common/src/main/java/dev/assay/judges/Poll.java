package dev.assay.judges;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Spec;
import dev.assay.llm.NoReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The opinions of several judges, or of one asked several times, as one: every metric is the mean
 * of those that have a value, if these are more than half; else it is absent as the first that is
 * missing. Three numbers more tell of the primary metric: {@code votes} that have a value, {@code
 * spread}, the standard deviation (n − 1) of a judge's samples, averaged over the judges, and
 * {@code disagreement}, the mean distance between the means of two judges. Each vote has a sentence
 * row.
 *
 * @param evaluator what every judge is asked
 * @param judges how many
 * @param samples of each
 */
public record Poll(AskingEvaluator evaluator, int judges, int samples) implements AskingEvaluator {
  private static final String VOTES = "votes";
  private static final String SPREAD = "spread";
  private static final String DISAGREEMENT = "disagreement";

  @Override
  public Spec spec() {
    Spec own = evaluator.spec();
    Metric primary = own.primary();
    double range = primary.upper() - primary.lower();
    List<Metric> metrics = new ArrayList<>(own.metrics());
    metrics.add(
        Metric.descriptive(VOTES, 0, (double) judges * samples, "Opinions that have a value"));
    if (samples > 1) {
      metrics.add(
          Metric.descriptive(SPREAD, 0, range, "Standard deviation of a judge's own samples"));
    }
    if (judges > 1) {
      metrics.add(
          Metric.descriptive(DISAGREEMENT, 0, range, "Mean distance between two judges' means"));
    }
    return own.with(own.slots(), own.helpers(), metrics);
  }

  @Override
  public int calls(int contexts) {
    return judges * samples * evaluator.calls(contexts);
  }

  @Override
  public Outcome score(Example example, Judge first, Models models) {
    List<Supplier<Outcome>> votes = new ArrayList<>();
    List<Judge> panel = first.panel();
    panel.forEach(judge -> votes.add(() -> vote(example, judge, models)));
    List<Outcome> outcomes = first.apart(votes);
    Map<String, Measure> measures = new LinkedHashMap<>();
    for (Metric metric : evaluator.spec().metrics()) {
      measures.put(metric.name(), mean(outcomes, metric.name()));
    }
    String primary = evaluator.spec().primary().name();
    double[][] values = new double[judges][];
    for (int j = 0; j < judges; j++) {
      values[j] =
          outcomes.subList(j * samples, (j + 1) * samples).stream()
              .flatMap(outcome -> value(outcome, primary).stream())
              .mapToDouble(Double::doubleValue)
              .toArray();
    }
    measures.put(
        VOTES, Measure.of(outcomes.stream().filter(o -> value(o, primary).isPresent()).count()));
    if (samples > 1) {
      measures.put(SPREAD, Opinions.spread(values));
    }
    if (judges > 1) {
      measures.put(DISAGREEMENT, Opinions.disagreement(values));
    }
    return new Outcome(
        measures, evidence(outcomes, measures, panel, primary), outcomes.get(0).truncated());
  }

  private Outcome vote(Example example, Judge judge, Models models) {
    try {
      return evaluator.score(example, judge, models);
    } catch (NoReply none) {
      return evaluator.spec().absent(none.status(), none.getMessage());
    }
  }

  private static Measure mean(List<Outcome> outcomes, String metric) {
    List<Double> values =
        outcomes.stream().flatMap(outcome -> value(outcome, metric).stream()).toList();
    if (2 * values.size() > outcomes.size()) {
      double sum = values.stream().mapToDouble(Double::doubleValue).sum();
      return Measure.of(sum / values.size());
    }
    return outcomes.stream()
        .map(outcome -> outcome.measures().get(metric))
        .filter(Measure.Absent.class::isInstance)
        .findFirst()
        .orElseThrow();
  }

  private static Optional<Double> value(Outcome outcome, String metric) {
    return outcome.measures().get(metric) instanceof Measure.Value value
        ? Optional.of(value.value())
        : Optional.empty();
  }

  /** The rows of the first vote that has a value, and one for every vote. */
  private List<Evidence> evidence(
      List<Outcome> outcomes, Map<String, Measure> measures, List<Judge> panel, String primary) {
    List<Evidence> rows = new ArrayList<>();
    boolean taken = false;
    for (int i = 0; i < outcomes.size(); i++) {
      Optional<Double> value = value(outcomes.get(i), primary);
      if (value.isEmpty()) {
        continue;
      }
      if (!taken) {
        outcomes.get(i).evidence().stream()
            .filter(row -> measures.get(row.metric()) instanceof Measure.Value)
            .forEach(rows::add);
        taken = true;
      }
      rows.add(
          Evidence.of(VOTES, Side.ANSWER, i, panel.get(i).id(), value.get())
              .flagged("vote")
              .with(Map.of("sample", (double) (i % samples))));
    }
    return rows;
  }
}
