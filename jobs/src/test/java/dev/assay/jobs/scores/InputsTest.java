package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.sha2;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.scores.PendingScores.Wanted;
import dev.assay.spark.ExampleRows;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * What scores are stored under does not depend on how it is computed: each hash is that of the
 * whole row with the attributes of its evaluators, whether the row has any of these or none.
 */
class InputsTest {
  /** Of every evaluator, so that all attributes that any reads are among them. */
  private static final List<Wanted> WANTED =
      Evaluators.all().stream().map(one -> new Wanted(one.spec(), "p")).toList();

  private static final Fingerprints FINGERPRINTS = new Fingerprints(WANTED);

  @Test
  void eachIsTheHashOfTheRowWithTheAttributesThatAreRead() {
    List<String> own =
        WANTED.stream().map(Wanted::spec).flatMap(spec -> spec.attributes().stream()).toList();
    assertThat(own).as("attributes that some evaluator reads").hasSizeGreaterThan(3);
    List<String> maps = new ArrayList<>(List.of("CAST(NULL AS MAP<STRING, STRING>)", "map()"));
    maps.add("map('nobody reads', 'it')");
    own.forEach(name -> maps.add("map('%s', '1', 'nobody reads', 'it')".formatted(name)));
    for (String name : ExampleRows.READ_AS_ATTRIBUTES) {
      maps.add("map('%s', '1')".formatted(name));
      maps.add("map('%s', '1', 'nobody reads', 'it')".formatted(name));
      maps.add("map('%s', '1', '%s', '2')".formatted(name, own.get(0)));
    }
    Dataset<Row> rows = rows(maps);
    List<Column> expected = new ArrayList<>();
    for (String read : FINGERPRINTS.reads()) {
      String names =
          Arrays.stream(read.split(Fingerprints.BETWEEN))
              .map("'%s'"::formatted)
              .collect(Collectors.joining(", "));
      expected.add(
          hash(expr("map_filter(attributes, (name, value) -> name IN (%s))".formatted(names))));
    }
    expected.add(hash(col("attributes")));
    for (Row row :
        rows.withColumn("__plain", PendingScores.plain())
            .withColumn("inputs", PendingScores.inputs(FINGERPRINTS, true))
            .withColumn("expected", array(expected.toArray(Column[]::new)))
            .collectAsList()) {
      assertThat(RowValues.<String>list(row, "inputs"))
          .as("%s", row.<Object>getAs("attributes"))
          .isEqualTo(RowValues.<String>list(row, "expected"));
    }
  }

  @Test
  void withoutStoredScoresTheHashOfAllThereIsIsNotMade() {
    Row row =
        rows(List.of("map('x', '1')"))
            .withColumn("__plain", PendingScores.plain())
            .select(PendingScores.inputs(FINGERPRINTS, false).as("inputs"))
            .head();
    assertThat(RowValues.<String>list(row, "inputs")).hasSize(FINGERPRINTS.reads().size());
  }

  /** Spark would else compute it for each set of attributes that is read. */
  @Test
  void theWholeRowIsHashedOnceForAllWhoseAttributesItHasNot() {
    long own =
        FINGERPRINTS.reads().stream()
            .filter(
                read ->
                    !ExampleRows.READ_AS_ATTRIBUTES.containsAll(
                        List.of(read.split(Fingerprints.BETWEEN))))
            .count();
    assertThat(own).isPositive();
    String plan =
        rows(List.of("map('x', '1')"))
            .withColumn("__plain", PendingScores.plain())
            .select(PendingScores.inputs(FINGERPRINTS, false).as("inputs"))
            .queryExecution()
            .optimizedPlan()
            .toString();
    assertThat(plan).containsOnlyOnce("AS __plain");
    // And for each set that has attributes of its own, for rows that have one of these.
    assertThat(plan.split("sha2\\(", -1).length - 1).isEqualTo(1 + (int) own);
  }

  private static Dataset<Row> rows(List<String> maps) {
    return SharedSpark.session()
        .range(1)
        .selectExpr(
            "'g' AS group_id",
            "'q?' AS question",
            "CAST(NULL AS STRING) AS messages",
            "'e' AS expected_answer",
            "array('first', 'second') AS contexts",
            "'a' AS answer",
            "CAST(NULL AS STRING) AS condition",
            "array('d') AS relevant_doc_ids",
            "array('f') AS facts",
            "true AS answerable",
            "CAST(NULL AS STRING) AS artifacts",
            "CAST(NULL AS ARRAY<STRING>) AS expected_answers",
            "CAST(NULL AS ARRAY<STRING>) AS relevant_passages",
            "explode(array(%s)) AS attributes"
                .formatted(
                    maps.stream()
                        .map("CAST(%s AS MAP<STRING, STRING>)"::formatted)
                        .collect(Collectors.joining(", "))));
  }

  private static Column hash(Column attributes) {
    return sha2(
        to_json(
            struct(
                col("group_id"),
                col("question"),
                col("messages"),
                col("expected_answer"),
                col("contexts"),
                col("answer"),
                col("condition"),
                col("relevant_doc_ids"),
                col("facts"),
                col("answerable"),
                col("artifacts"),
                array_sort(map_entries(attributes)).as("attributes"),
                col("expected_answers"),
                col("relevant_passages"))),
        256);
  }
}
