package dev.assay.spark.outcomes;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.get;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.posexplode;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.when;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Outcomes in short, as they are kept until both tables are written: one row a response, with a
 * number, a code and a reason for each metric of all evaluators that run, in a fixed order. Names,
 * thresholds and models, which are the same for every response, stand in the plan that makes rows
 * of table {@code scores} of them.
 *
 * <p>A code is 0 where the evaluator was not asked, and else has its last bit set; then come four
 * bits of the status, two of whether the value passes (1 no, 2 yes), and one of whether the input
 * was cut.
 */
public final class ShortOutcomes {
  private static final String[] STATUSES =
      Stream.of(Status.values()).map(Status::id).toArray(String[]::new);
  private static final int STATUS = 1;
  private static final int STATUS_BITS = 15;
  private static final int FAILED = 1 << 5;
  private static final int PASSED = 1 << 6;
  private static final int TRUNCATED = 1 << 7;

  /** case_id, system, repeat, then arrays: by evaluator, by metric three times, and sentences. */
  public static final StructType SCHEMA =
      Tables.SCORES
          .select("case_id", "system", "repeat")
          .add("fingerprints", DataTypes.createArrayType(DataTypes.StringType))
          .add("amounts", DataTypes.createArrayType(DataTypes.DoubleType, false))
          .add("codes", DataTypes.createArrayType(DataTypes.IntegerType, false))
          .add("reasons", DataTypes.createArrayType(DataTypes.StringType))
          .add("sentences", SentenceRows.ALL);

  private final List<Spec> specs;
  private final List<ScoredMetric> metrics;

  /**
   * @param specs of evaluators that may run
   * @param thresholds by qualified metric, in place of the evaluators' own
   * @param models ids of the models by slot
   */
  public ShortOutcomes(List<Spec> specs, Map<String, Double> thresholds, Map<Slot, String> models) {
    this.specs = List.copyOf(specs);
    this.metrics = ScoredMetric.of(specs, thresholds, models);
  }

  /** The row of {@code example}, whose outcomes and fingerprints are given by evaluator. */
  public Row row(Example example, Map<String, Outcome> outcomes, Map<String, String> fingerprints) {
    Double[] amounts = new Double[metrics.size()];
    Integer[] codes = new Integer[metrics.size()];
    String[] reasons = new String[metrics.size()];
    for (int i = 0; i < codes.length; i++) {
      ScoredMetric metric = metrics.get(i);
      Outcome outcome = outcomes.get(metric.evaluator());
      Measure measure = outcome == null ? null : outcome.measures().get(metric.metric().name());
      amounts[i] = measure instanceof Measure.Value value ? value.value() : 0.0;
      reasons[i] = measure instanceof Measure.Absent absent ? absent.reason() : null;
      codes[i] = outcome == null ? 0 : code(metric, outcome, measure);
    }
    String[] prints = new String[specs.size()];
    for (int i = 0; i < prints.length; i++) {
      String id = specs.get(i).id();
      prints[i] = outcomes.containsKey(id) ? fingerprints.get(id) : null;
    }
    return NamedRow.of(SCHEMA)
        .set("case_id", example.caseId())
        .set("system", example.system())
        .set("repeat", example.repeat())
        .set("fingerprints", prints)
        .set("amounts", amounts)
        .set("codes", codes)
        .set("reasons", reasons)
        .set("sentences", SentenceRows.of(outcomes))
        .build();
  }

  private static int code(ScoredMetric metric, Outcome outcome, Measure measure) {
    Status status = measure instanceof Measure.Absent absent ? absent.status() : Status.OK;
    Boolean passed = metric.passed(measure);
    int code = 1 | status.ordinal() << STATUS;
    if (passed != null) {
      code |= passed ? PASSED : FAILED;
    }
    return outcome.truncated().contains(metric.metric().name()) ? code | TRUNCATED : code;
  }

  /** Rows of table scores, of rows as {@link #row} makes them. */
  public Dataset<Row> scores(Dataset<Row> rows) {
    Column code = col("code");
    Column status = shiftright(code, STATUS).bitwiseAND(STATUS_BITS);
    return rows.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("fingerprints"),
            col("amounts"),
            col("reasons"),
            posexplode(col("codes")).as(new String[] {"at", "code"}))
        .where(not(code.equalTo(0)))
        .select(
            col("case_id"),
            col("system"),
            col("repeat"),
            ofMetric(ScoredMetric::name, String[]::new, DataTypes.StringType).as("metric"),
            when(status.equalTo(Status.OK.ordinal()), get(col("amounts"), col("at"))).as("value"),
            when(isSet(code, PASSED), true).when(isSet(code, FAILED), false).as("passed"),
            ofMetric(ScoredMetric::threshold, Double[]::new, DataTypes.DoubleType).as("threshold"),
            get(lit(STATUSES), status).as("status"),
            get(col("reasons"), col("at")).as("reason"),
            isSet(code, TRUNCATED).as("truncated"),
            ofMetric(ScoredMetric::model, String[]::new, DataTypes.StringType).as("model"),
            get(
                    col("fingerprints"),
                    ofMetric(ScoredMetric::number, Integer[]::new, DataTypes.IntegerType))
                .as("fingerprint"));
  }

  private static Column isSet(Column code, int bit) {
    return code.bitwiseAND(bit).equalTo(bit);
  }

  /** What all rows of the metric at {@code at} have in common. */
  private <T> Column ofMetric(
      Function<ScoredMetric, T> part, IntFunction<T[]> array, DataType type) {
    T[] parts = metrics.stream().map(part).toArray(array);
    return Arrays.stream(parts).allMatch(Objects::isNull)
        ? lit(null).cast(type)
        : get(lit(parts), col("at"));
  }

  /** Rows of table sentence_scores, of rows as {@link #row} makes them. */
  public static Dataset<Row> sentences(Dataset<Row> rows) {
    return rows.select(
            col("case_id"), col("system"), col("repeat"), explode(col("sentences")).as("row"))
        .select("case_id", "system", "repeat", "row.*");
  }
}
