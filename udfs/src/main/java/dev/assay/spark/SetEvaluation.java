package dev.assay.spark;

import dev.assay.base.Hashes;
import dev.assay.base.Rounding;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.spark.models.ModelsSource;
import dev.assay.stats.Interval;
import dev.assay.stats.Jackknife;
import dev.assay.stats.Range;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapGroupsFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * All set evaluators in one pass over the responses, by system and slice: tallies for every
 * evaluator, system, slice and shard where examples are ({@link SetFolds}), then these merged. The
 * result does not depend on partitions. Observations of one group are in one shard, so that leaving
 * out one shard at a time gives intervals by groups ({@link Jackknife}); what is about the cases
 * alone has none.
 *
 * @param models ids of the models by slot, for the {@code model} column
 * @param source the executor's models
 * @param level confidence level of the intervals
 * @param limit how long an evaluator may take to observe a row
 */
public record SetEvaluation(
    List<SetEvaluator<?, ?>> evaluators,
    Map<Slot, String> models,
    ModelsSource source,
    double level,
    RowLimit limit)
    implements Serializable {

  /** System of what is about the cases alone. */
  public static final String ALL_SYSTEMS = SetFolds.ALL_SYSTEMS;

  private static final StructType PARTIAL =
      StructType.fromDDL(
          "evaluator INT, system STRING, slice STRING, shard STRING, units BIGINT, tally BINARY");

  public SetEvaluation {
    evaluators = List.copyOf(evaluators);
    models = Map.copyOf(models);
  }

  /** With the usual limit. */
  public SetEvaluation(
      List<SetEvaluator<?, ?>> evaluators,
      Map<Slot, String> models,
      ModelsSource source,
      double level) {
    this(evaluators, models, source, level, RowLimit.DEFAULT);
  }

  /**
   * Rows of set_scores.
   *
   * @param examples the columns of responses and test_cases, and {@code slices}, an array of texts
   */
  public Dataset<Row> apply(Dataset<Row> examples, String runId) {
    Dataset<Row> observed =
        examples.mapPartitions(
            (MapPartitionsFunction<Row, Row>)
                rows -> new SetFolds(evaluators, limit, source.models(), rows),
            Encoders.row(SetFolds.SCHEMA));
    boolean networks = evaluators.stream().anyMatch(one -> !one.spec().models().isEmpty());
    return (networks ? OnGpus.of(observed) : observed)
        .groupByKey(
            (MapFunction<Row, String>) row -> cellKey(row) + "\u0000" + row.getAs("shard"),
            Encoders.STRING())
        .mapGroups(
            (MapGroupsFunction<String, Row, Row>) (key, rows) -> partial(rows),
            Encoders.row(PARTIAL))
        .groupByKey((MapFunction<Row, String>) SetEvaluation::cellKey, Encoders.STRING())
        .flatMapGroups(
            (FlatMapGroupsFunction<String, Row, Row>) (key, rows) -> finish(rows, runId),
            Encoders.row(Tables.SET_SCORES.schema()));
  }

  private static String cellKey(Row row) {
    return row.getAs("evaluator") + "\u0000" + row.getAs("system") + "\u0000" + row.getAs("slice");
  }

  private Row partial(Iterator<Row> observed) {
    Row first = observed.next();
    return partial(evaluators.get(first.<Integer>getAs("evaluator")), first, observed);
  }

  private static <O extends Serializable, S extends Serializable> Row partial(
      SetEvaluator<O, S> evaluator, Row first, Iterator<Row> others) {
    SetScoring<O, S> scoring = new SetScoring<>(evaluator);
    SetTally<S> tally = scoring.empty();
    Set<String> units = new HashSet<>();
    for (Row row = first; row != null; row = others.hasNext() ? others.next() : null) {
      scoring.add(tally, SetParts.<SetTally<S>>object(row.getAs("tally")));
      units.addAll(RowValues.<String>list(row, "units"));
    }
    scoring.compact(tally);
    return NamedRow.of(PARTIAL)
        .copy(first, "evaluator", "system", "slice", "shard")
        .set("units", (long) units.size())
        .set("tally", SetParts.bytes(tally))
        .build();
  }

  private Iterator<Row> finish(Iterator<Row> partials, String runId) {
    Row first = partials.next();
    return finish(evaluators.get(first.<Integer>getAs("evaluator")), first, partials, runId);
  }

  private <O extends Serializable, S extends Serializable> Iterator<Row> finish(
      SetEvaluator<O, S> evaluator, Row first, Iterator<Row> others, String runId) {
    SetScoring<O, S> scoring = new SetScoring<>(evaluator);
    SortedMap<String, byte[]> parts = new TreeMap<>();
    long units = 0;
    for (Row part = first; part != null; part = others.hasNext() ? others.next() : null) {
      parts.put(part.getAs("shard"), part.getAs("tally"));
      units += part.<Long>getAs("units");
    }
    SetParts<O, S> all = new SetParts<>(scoring, List.copyOf(parts.values()));
    SetTally<S> tally = all.whole();
    Spec spec = scoring.spec();
    SetOutcome outcome = scoring.finish(tally);
    List<SetOutcome> without = evaluator.bySystem() ? all.without() : List.of();
    List<String> speaking =
        spec.models().stream().map(models::get).filter(Objects::nonNull).toList();
    String model = speaking.isEmpty() ? null : String.join(" ", speaking);
    String fingerprint =
        Hashes.sha256(
            evaluator.provenance(), model == null ? "" : model, Hashes.sha256(content(outcome)));
    List<Row> rows = new ArrayList<>();
    for (Metric metric : spec.metrics()) {
      Measure measure = outcome.measures().get(metric.name());
      Measure.Absent absent = measure instanceof Measure.Absent why ? why : null;
      Optional<Interval> interval = interval(metric, outcome, without, (int) units);
      rows.add(
          NamedRow.of(Tables.SET_SCORES)
              .copy(first, "system", "slice")
              .set("run_id", runId)
              .set("metric", spec.qualified(metric))
              .set("value", measure instanceof Measure.Value value ? (Double) value.value() : null)
              .set("n", outcome.n())
              .set("n_missing", tally.missing())
              .set("ci_low", interval.map(Interval::low).orElse(OptionalDouble.empty()))
              .set("ci_high", interval.map(Interval::high).orElse(OptionalDouble.empty()))
              .set("n_groups", evaluator.bySystem() ? (Long) units : null)
              .set("detail", outcome.detail())
              .set("status", absent == null ? Status.OK.id() : absent.status().id())
              .set("reason", absent == null ? null : absent.reason())
              .set("model", model)
              .set("fingerprint", fingerprint)
              .build());
    }
    return rows.iterator();
  }

  /** The outcome as a text that does not depend on the order in which a sum was taken. */
  static String content(SetOutcome outcome) {
    Map<String, Object> content = new TreeMap<>();
    outcome
        .measures()
        .forEach(
            (name, measure) ->
                content.put(
                    "metric " + name,
                    measure instanceof Measure.Value value
                        ? Rounding.toNano(value.value())
                        : measure));
    outcome
        .detail()
        .forEach((name, value) -> content.put("detail " + name, Rounding.toNano(value)));
    content.put("n", outcome.n());
    return content.toString();
  }

  /** Empty where the metric has no value, or would have none without some of the groups. */
  private Optional<Interval> interval(
      Metric metric, SetOutcome outcome, List<SetOutcome> without, int units) {
    double[] values =
        without.stream()
            .map(one -> one.measures().get(metric.name()))
            .filter(Measure.Value.class::isInstance)
            .mapToDouble(measure -> ((Measure.Value) measure).value())
            .toArray();
    return outcome.measures().get(metric.name()) instanceof Measure.Value value
            && values.length == without.size()
        ? Optional.of(
            Jackknife.interval(
                value.value(),
                values,
                new Range(metric.lower(), metric.upper()),
                level,
                (int) outcome.n(),
                units))
        : Optional.empty();
  }
}
