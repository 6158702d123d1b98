package dev.assay.spark;

import dev.assay.core.Example;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.spark.models.ModelsSource;
import dev.assay.spark.outcomes.ShortOutcomes;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All row evaluators in one pass over the responses. Rows of one group, which come in one
 * partition, are put in order, because their contexts repeat; a partition works in batches.
 *
 * @param evaluators what may run
 * @param thresholds by qualified metric, in place of the evaluators' own
 * @param models ids of the models by slot, for the {@code model} column
 * @param source the executor's models
 * @param limit how long an evaluator may take for a row
 */
public record Evaluation(
    List<RowEvaluator> evaluators,
    Map<String, Double> thresholds,
    Map<Slot, String> models,
    ModelsSource source,
    RowLimit limit)
    implements Serializable {

  private static final Logger LOG = LoggerFactory.getLogger(Evaluation.class);

  /** Responses that are scored together: large enough to sort sentences by length. */
  static final int BATCH = 64;

  public Evaluation {
    evaluators = List.copyOf(evaluators);
    thresholds = Map.copyOf(thresholds);
    models = Map.copyOf(models);
  }

  /** The same by {@code other} evaluators. */
  public Evaluation of(List<RowEvaluator> other) {
    return new Evaluation(other, thresholds, models, source, limit);
  }

  /** Ids of the models that {@code spec} uses, empty for none: part of what a score depends on. */
  public String models(Spec spec) {
    return String.join(
        " ", spec.models().stream().map(slot -> models.getOrDefault(slot, "none")).toList());
  }

  /**
   * One row per row of {@code examples}, of which {@link #scores} and {@link #sentences} make rows
   * of the tables.
   *
   * @param examples the columns of responses and test_cases, those of a group in one partition
   * @param told what adds {@code pending}, a map from the id of each evaluator that is to run to
   *     the fingerprint of its scores, once the rows are where they are scored
   */
  public Dataset<Row> apply(Dataset<Row> examples, UnaryOperator<Dataset<Row>> told) {
    Dataset<Row> scored =
        told.apply(examples.sortWithinPartitions("group_id", "case_id", "system", "repeat"))
            .mapPartitions(
                (MapPartitionsFunction<Row, Row>) this::batches,
                Encoders.row(ShortOutcomes.SCHEMA));
    return asksModels() ? OnGpus.of(scored) : scored;
  }

  /** Rows of table scores, of rows as {@link #apply} makes them. */
  public Dataset<Row> scores(Dataset<Row> applied) {
    return outcomes().scores(applied);
  }

  /** Rows of table sentence_scores, of rows as {@link #apply} makes them. */
  public Dataset<Row> sentences(Dataset<Row> applied) {
    return ShortOutcomes.sentences(applied);
  }

  private ShortOutcomes outcomes() {
    return new ShortOutcomes(
        evaluators.stream().map(RowEvaluator::spec).toList(), thresholds, models);
  }

  /** Whether any evaluator asks a model, which takes milliseconds a row and may take a GPU. */
  public boolean asksModels() {
    return evaluators.stream().anyMatch(one -> !one.spec().models().isEmpty());
  }

  private Iterator<Row> batches(Iterator<Row> rows) {
    ShortOutcomes output = outcomes();
    LongAdder scored = new LongAdder();
    long started = System.nanoTime();
    TaskContext task = TaskContext.get();
    task.addTaskCompletionListener(
        (TaskCompletionListener)
            ended ->
                LOG.info(
                    "Partition {}: {} responses by {} evaluators in {} ms",
                    task.partitionId(),
                    scored,
                    evaluators.size(),
                    (System.nanoTime() - started) / 1_000_000));
    return new Batches<>(
        rows,
        BATCH,
        batch -> {
          List<Row> outcomes = score(batch, output);
          scored.add(batch.size());
          return outcomes;
        });
  }

  private List<Row> score(List<Row> batch, ShortOutcomes output) {
    Map<List<String>, List<Integer>> alike = new LinkedHashMap<>();
    List<Example> examples = new ArrayList<>();
    List<Map<String, String>> pending = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Map<String, String> wanted = RowValues.map(batch.get(i), "pending");
      examples.add(ExampleRows.from(batch.get(i)));
      pending.add(wanted);
      alike.computeIfAbsent(selected(wanted), ids -> new ArrayList<>()).add(i);
    }
    Row[] rows = new Row[batch.size()];
    alike.forEach(
        (ids, indexes) -> {
          Scoring scoring = new Scoring(evaluators(ids), limit);
          List<Map<String, Outcome>> outcomes =
              scoring.score(indexes.stream().map(examples::get).toList(), source.models());
          for (int k = 0; k < indexes.size(); k++) {
            int i = indexes.get(k);
            rows[i] = output.row(examples.get(i), outcomes.get(k), pending.get(i));
          }
        });
    return List.of(rows);
  }

  private List<String> selected(Map<String, String> wanted) {
    return evaluators.stream()
        .map(evaluator -> evaluator.spec().id())
        .filter(wanted::containsKey)
        .toList();
  }

  private List<RowEvaluator> evaluators(List<String> ids) {
    return evaluators.stream().filter(evaluator -> ids.contains(evaluator.spec().id())).toList();
  }
}
