package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Measure;
import dev.assay.core.SetOutcome;
import dev.assay.core.Slot;
import dev.assay.evaluators.sets.AdversarialRobustness;
import dev.assay.evaluators.sets.Classification;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Test;

class SetEvaluationTest {
  private static final SparkSession SPARK = SharedSpark.session();

  private static final StructType EXAMPLES =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, group_id STRING, question STRING,"
              + " expected_answer STRING, contexts ARRAY<STRUCT<chunk_id:STRING, doc_id:STRING,"
              + " text:STRING, rank:INT, score:DOUBLE>>, answer STRING, condition STRING,"
              + " relevant_doc_ids ARRAY<STRING>, facts ARRAY<STRING>, attributes"
              + " MAP<STRING,STRING>, slices ARRAY<STRING>");

  /** System one is right in 8 of 12, all of them of kind x in slice kind=x; one has no answer. */
  @Test
  void valuesComeBySystemAndSliceWhateverThePartitions() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String expected = i % 2 == 0 ? "yes" : "no";
      boolean right = i < 8;
      rows.add(row(i, "one", expected, right ? expected : "perhaps", i < 6 ? "kind=x" : "kind=y"));
      rows.add(row(i, "two", expected, expected, "kind=x"));
    }
    rows.add(row(12, "one", "yes", null, "kind=y"));
    Dataset<Row> examples = SPARK.createDataFrame(rows, EXAMPLES);
    List<String> few = values(examples.repartition(1));
    assertThat(values(examples.repartition(5))).isEqualTo(few);
    assertThat(few)
        .containsExactly(
            // 8 of 12
            "one all 0.6666666666666666 12 1",
            "one kind=x 1.0 6 0",
            // 2 of 6
            "one kind=y 0.3333333333333333 6 1",
            "two all 1.0 12 0",
            "two kind=x 1.0 12 0");
  }

  /** Two evaluators, two systems, three slices: each row is read once. */
  @Test
  void allOfThemTakeOnePass() {
    LongAccumulator read = SPARK.sparkContext().longAccumulator();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      rows.add(row(i, "one", "yes", "yes", i < 6 ? "kind=x" : "kind=y"));
      rows.add(row(i, "two", "yes", "no", "kind=x"));
    }
    Dataset<Row> counted =
        SPARK
            .createDataFrame(rows, EXAMPLES)
            .map(
                (MapFunction<Row, Row>)
                    row -> {
                      read.add(1);
                      return row;
                    },
                Encoders.row(EXAMPLES))
            .repartition(3);
    List<Row> found =
        new SetEvaluation(
                List.of(new Classification(), new AdversarialRobustness()),
                Map.of(),
                () -> FakeModels.with(FakeEmbedder.hashing(8)),
                .95)
            .apply(counted, "run")
            .collectAsList();
    assertThat(found)
        .extracting(row -> row.<String>getAs("metric").replaceFirst("\\..*", ""))
        .contains("classification", "adversarial_robustness");
    assertThat(read.value()).isEqualTo(24);
  }

  @Test
  void theFingerprintDoesNotDependOnTheOrderOfASum() {
    double first = (.1 + .2) + .3;
    double second = .1 + (.2 + .3);
    assertThat(first).isNotEqualTo(second); // 0.6000000000000001 and 0.6
    assertThat(SetEvaluation.content(outcome(first, second)))
        .isEqualTo(SetEvaluation.content(outcome(second, first)))
        .isNotEqualTo(SetEvaluation.content(outcome(.6001, second)))
        .isNotEqualTo(SetEvaluation.content(outcome(first, .6001)));
  }

  private static SetOutcome outcome(double value, double detail) {
    return new SetOutcome(Map.of("m", new Measure.Value(value)), 3, Map.of("d", detail));
  }

  /**
   * Of system two nothing varies: all 12 groups right leave .05^(1/12) = .779078 as the lower
   * limit. Case i counts i + 1: of system one those right are 1 + … + 8 = 36 of 78.
   */
  @Test
  void intervalsAreByGroupsAndWeightsCount() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String expected = i % 2 == 0 ? "yes" : "no";
      rows.add(weighted(row(i, "one", expected, i < 8 ? expected : "perhaps", "kind=x"), i + 1.0));
      rows.add(weighted(row(i, "two", expected, expected, "kind=x"), i + 1.0));
      rows.add(weighted(row(i, "two", expected, expected, "kind=x"), i + 1.0));
    }
    Dataset<Row> examples = SPARK.createDataFrame(rows, EXAMPLES.add("sampling_weight", "double"));
    List<Row> few = accuracies(examples.repartition(1));
    assertThat(few).hasSize(2);
    assertThat(few.get(0).<Double>getAs("value")).isCloseTo(36 / 78.0, within(1e-12));
    assertThat(few.get(0).<Long>getAs("n")).isEqualTo(12);
    assertThat(few.get(0).<Long>getAs("n_groups")).isEqualTo(12);
    assertThat(few.get(0).<Double>getAs("ci_low")).isBetween(0.0, 36 / 78.0 - .1);
    assertThat(few.get(0).<Double>getAs("ci_high")).isBetween(36 / 78.0 + .1, 1.0);
    assertThat(few.get(1).<Long>getAs("n")).isEqualTo(24);
    assertThat(few.get(1).<Long>getAs("n_groups")).isEqualTo(12);
    assertThat(few.get(1).<Double>getAs("ci_low")).isCloseTo(.7790781, within(1e-6));
    assertThat(few.get(1).<Double>getAs("ci_high")).isEqualTo(1);
    assertThat(accuracies(examples.repartition(6))).isEqualTo(few);
  }

  private static List<Row> accuracies(Dataset<Row> examples) {
    return new SetEvaluation(
            List.of(new Classification()),
            Map.of(),
            () -> FakeModels.with(FakeEmbedder.hashing(8)),
            .95)
        .apply(examples, "run")
        .where("metric = 'classification.accuracy' AND slice = 'all'")
        .drop("detail")
        .orderBy("system")
        .collectAsList();
  }

  private static Row weighted(Row row, double weight) {
    Object[] values = new Object[row.size() + 1];
    for (int i = 0; i < row.size(); i++) {
      values[i] = row.get(i);
    }
    values[row.size()] = weight;
    return RowFactory.create(values);
  }

  /** 20 questions with a twin each; every fourth twin is answered otherwise: 5 of 20. */
  @Test
  void anOriginAndItsTwinMeetWhateverThePartitions() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(twin(i, null, "The fee of account " + i + " is eight dollars."));
      boolean yields = i % 4 == 0;
      rows.add(
          twin(i, "case-" + i, yields ? "Ha!" : "The fee of account " + i + " is eight dollars."));
    }
    StructType columns = EXAMPLES.add("parent_case_id", "string").add("perturbation", "string");
    Dataset<Row> examples = SPARK.createDataFrame(rows, columns);
    List<String> few = attacks(examples.repartition(1));
    assertThat(few).containsExactly("0.75 20 0 fake 0.75", "0.25 20 0 fake 0.75");
    assertThat(attacks(examples.repartition(7))).isEqualTo(few);
  }

  /** Some tallies keep what was said: of long answers fewer are added up at a time. */
  @Test
  void fewLongAnswersAreHeldAtATime() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 4 * Evaluation.BATCH; i++) {
      rows.add(row(i, "one", "yes", "a".repeat(100_000), "kind=x"));
    }
    AtomicInteger taken = new AtomicInteger();
    Iterator<Row> examples =
        SPARK.createDataFrame(rows, EXAMPLES).collectAsList().stream()
            .peek(row -> taken.incrementAndGet())
            .iterator();
    SetFolds folds =
        new SetFolds(
            List.of(new Classification()),
            RowLimit.DEFAULT,
            FakeModels.with(FakeEmbedder.hashing(8)),
            examples);
    assertThat(folds.hasNext()).isTrue();
    assertThat(taken.get()).isEqualTo(Evaluation.BATCH);
  }

  private static List<String> attacks(Dataset<Row> examples) {
    return new SetEvaluation(
            List.of(new AdversarialRobustness()),
            Map.of(Slot.EMBEDDER, "fake", Slot.BIAS, "other"),
            () -> FakeModels.with(FakeEmbedder.hashing(64)),
            .95)
        .apply(examples, "run").orderBy("metric").collectAsList().stream()
            .map(
                row ->
                    "%s %d %d %s %s"
                        .formatted(
                            row.getDouble(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getString(10),
                            row.getJavaMap(7).get("adversarial_robustness: injection")))
            .toList();
  }

  private static Row twin(int i, String parent, String answer) {
    return RowFactory.create(
        parent == null ? "case-" + i : "twin-" + i,
        "one",
        0,
        "group-" + i,
        "Question " + i,
        null,
        new Row[0],
        answer,
        null,
        null,
        null,
        parent == null ? null : Map.of("attack_category", "injection"),
        new String[] {"all"},
        parent,
        parent == null ? null : "adversarial");
  }

  private static List<String> values(Dataset<Row> examples) {
    return new SetEvaluation(
            List.of(new Classification()),
            Map.of(),
            () -> FakeModels.with(FakeEmbedder.hashing(8)),
            .95)
            .apply(examples, "run")
            .where("metric = 'classification.accuracy'")
            .orderBy("system", "slice")
            .collectAsList()
            .stream()
            .map(
                row ->
                    "%s %s %s %d %d"
                        .formatted(
                            row.getString(1),
                            row.getString(2),
                            row.getDouble(4),
                            row.getLong(5),
                            row.getLong(6)))
            .toList();
  }

  private static Row row(int i, String system, String expected, String answer, String slice) {
    return RowFactory.create(
        "case-" + i,
        system,
        0,
        "case-" + i,
        "Question " + i,
        expected,
        new Row[0],
        answer,
        null,
        null,
        null,
        null,
        new String[] {"all", slice});
  }
}
