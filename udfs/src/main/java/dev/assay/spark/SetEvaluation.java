package dev.assay.spark;

import dev.assay.core.Example;
import dev.assay.core.Hashes;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapGroupsFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/**
 * One set evaluator over the responses, by system and slice: observations first, then a state for
 * every system, slice and shard, then the states merged. The result does not depend on partitions.
 *
 * @param models ids of the models by slot, for the {@code model} column
 * @param source the executor's models
 */
public record SetEvaluation<O extends Serializable, S extends Serializable>(
    SetEvaluator<O, S> evaluator, Map<Slot, String> models, ModelsSource source)
    implements Serializable {

  public SetEvaluation {
    models = Map.copyOf(models);
  }

  /** System of what is about the cases alone. */
  public static final String ALL_SYSTEMS = "all";

  private static final int SHARDS = 32;

  private static final StructType OBSERVED =
      StructType.fromDDL("system STRING, slice STRING, shard STRING, observation BINARY");
  private static final StructType PARTIAL =
      StructType.fromDDL("system STRING, slice STRING, shard STRING, state BINARY, missing BIGINT");

  /**
   * Rows of set_scores but for run_id: system, slice, metric, value, n, n_missing, detail, status,
   * reason, model, fingerprint.
   *
   * @param examples the columns of responses and test_cases, and {@code slices}, an array of texts
   * @param result the schema of set_scores
   */
  public Dataset<Row> apply(Dataset<Row> examples, String runId, StructType result) {
    Dataset<Row> partial =
        examples
            .mapPartitions(
                (MapPartitionsFunction<Row, Row>)
                    rows -> new Batches<>(rows, Evaluation.BATCH, this::observe),
                Encoders.row(OBSERVED))
            .groupByKey((MapFunction<Row, String>) SetEvaluation::shardKey, Encoders.STRING())
            .mapGroups(
                (MapGroupsFunction<String, Row, Row>) (key, rows) -> partial(rows),
                Encoders.row(PARTIAL));
    return partial
        .groupByKey((MapFunction<Row, String>) SetEvaluation::cellKey, Encoders.STRING())
        .flatMapGroups(
            (org.apache.spark.api.java.function.FlatMapGroupsFunction<String, Row, Row>)
                (key, rows) -> finish(rows, runId),
            Encoders.row(result));
  }

  private List<Row> observe(List<Row> batch) {
    List<Example> examples = batch.stream().map(ExampleRows::from).toList();
    List<Optional<O>> observed = evaluator.observe(examples, source.models());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < examples.size(); i++) {
      Example example = examples.get(i);
      String system = evaluator.bySystem() ? example.system() : ALL_SYSTEMS;
      String own = evaluator.shard(example);
      String shard = own.isEmpty() ? example.caseId() : own;
      String bucket = Integer.toString(Math.floorMod(Hashes.sha256(shard).hashCode(), SHARDS));
      byte[] bytes = observed.get(i).map(SetEvaluation::bytes).orElse(null);
      for (String slice : batch.get(i).<String>getList(batch.get(i).fieldIndex("slices"))) {
        rows.add(RowFactory.create(system, slice, bucket, bytes));
      }
    }
    return rows;
  }

  private Row partial(Iterator<Row> rows) {
    S state = evaluator.empty();
    long missing = 0;
    Row last = null;
    while (rows.hasNext()) {
      last = rows.next();
      if (last.isNullAt(3)) {
        missing++;
      } else {
        state = evaluator.add(state, SetEvaluation.<O>object(last.getAs(3)));
      }
    }
    return RowFactory.create(
        last.getString(0),
        last.getString(1),
        last.getString(2),
        bytes(evaluator.compact(state)),
        missing);
  }

  private Iterator<Row> finish(Iterator<Row> partials, String runId) {
    S state = evaluator.empty();
    long missing = 0;
    Row last = null;
    while (partials.hasNext()) {
      last = partials.next();
      state = evaluator.merge(state, SetEvaluation.<S>object(last.getAs(3)));
      missing += last.getLong(4);
    }
    Spec spec = evaluator.spec();
    SetOutcome outcome = evaluator.finish(state);
    List<String> speaking =
        spec.models().stream().map(models::get).filter(Objects::nonNull).toList();
    String model = speaking.isEmpty() ? null : String.join(" ", speaking);
    String fingerprint =
        Hashes.sha256(
            evaluator.toString(), model == null ? "" : model, Hashes.sha256(outcome.toString()));
    List<Row> rows = new ArrayList<>();
    for (Metric metric : spec.metrics()) {
      Measure measure = outcome.measures().get(metric.name());
      Measure.Absent absent = measure instanceof Measure.Absent why ? why : null;
      rows.add(
          RowFactory.create(
              runId,
              last.getString(0),
              last.getString(1),
              spec.qualified(metric),
              measure instanceof Measure.Value value ? (Double) value.value() : null,
              outcome.n(),
              missing,
              JavaConverters.mapAsScalaMap(new HashMap<>(outcome.detail())),
              absent == null ? Status.OK.id() : absent.status().id(),
              absent == null ? null : absent.reason(),
              model,
              fingerprint));
    }
    return rows.iterator();
  }

  private static String shardKey(Row row) {
    return cellKey(row) + "\u0000" + row.getString(2);
  }

  private static String cellKey(Row row) {
    return row.getString(0) + "\u0000" + row.getString(1);
  }

  private static byte[] bytes(Serializable object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + object.getClass().getName(), e);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "BanSerializableRead"})
  private static <T> T object(byte[] bytes) {
    // Only what this job wrote into its own shuffle is read.
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (T) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("Cannot read a state of this job", e);
    }
  }
}
