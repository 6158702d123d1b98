package dev.assay.tables;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of several nights under the same keys, in tables small enough for the driver and not. */
class NightsInStoreTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir Path home;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aNightReadsAndChangesItsOwnRowsAlone(boolean log) {
    Store none = store("", log);
    Store first = store("2026-11-25", log);
    Store second = store("2026-11-26", log);
    for (Store store : List.of(none, first, second)) {
      store.append(Tables.SCORES, scores(store, "a", "b", "c"));
      assertThat(all(store, Tables.SCORES)).isEqualTo("a 1.0, b 1.0, c 1.0");
    }
    Dataset<Row> three = scores(second, "a").withColumn("value", lit(3.0));
    second.merge(Tables.SCORES, three);
    second.deleteWhere(Tables.SCORES, col("case_id").equalTo("b"));
    first.delete(Tables.SCORES, scores(first, "c"), List.of("case_id"));
    none.replace(
        Tables.SCORES,
        scores(none, "b").withColumn("value", lit(2.0)),
        col("case_id").equalTo("b"));
    none.insertMissing(Tables.SCORES, scores(none, "a", "d"));

    assertThat(all(none, Tables.SCORES)).isEqualTo("a 1.0, b 2.0, c 1.0, d 1.0");
    assertThat(all(first, Tables.SCORES)).isEqualTo("a 1.0, b 1.0");
    assertThat(all(second, Tables.SCORES)).isEqualTo("a 3.0, c 1.0");
    assertThat(none.read(Tables.SCORES).columns()).doesNotContain(Table.NIGHT);
    assertThat(none.read(Tables.SCORES.ofAllNights()).count()).isEqualTo(8);
    Store third = store("third", log);
    assertThat(third.isEmpty(Tables.SCORES)).isTrue();
    assertThat(first.isEmpty(Tables.SCORES)).isFalse();

    none.deleteWhere(Tables.SCORES.ofAllNights(), col("case_id").equalTo("a"));
    assertThat(none.read(Tables.SCORES.ofAllNights()).count()).isEqualTo(5);
  }

  /** Of what all nights share a row says which wrote it, and is no other's. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRowOfAllNightsSaysWhichWroteIt(boolean log) {
    for (String night : List.of("x", "y")) {
      Store store = store(night, log);
      JsonRows.append(
          store,
          Tables.RUN_CASES,
          List.of(
              "{\"run_id\":\"of-%s\",\"case_id\":\"c\",\"system\":\"s\",\"repeat\":0}"
                  .formatted(night)));
    }
    Store z = store("z", log);
    assertThat(z.read(Tables.RUN_CASES).count()).isEqualTo(2);
    assertThat(
            z.read(Tables.RUN_CASES.ofAllNights())
                .selectExpr("concat(run_id, ' ', run_key)")
                .as(Encoders.STRING())
                .collectAsList())
        .containsExactlyInAnyOrder("of-x x", "of-y y");
  }

  private Store store(String night, boolean log) {
    return new Store(
        SPARK,
        new StoreConfig(home.resolve("" + log).toString(), "", "assay"),
        night,
        log,
        Migrations.ALL);
  }

  private static Dataset<Row> scores(Store store, String... cases) {
    return store
        .spark()
        .createDataset(List.of(cases), Encoders.STRING())
        .toDF("case_id")
        .selectExpr(
            "case_id",
            "'s' AS system",
            "0 AS repeat",
            "'e.m' AS metric",
            "CAST(1 AS DOUBLE) AS value",
            "CAST(NULL AS BOOLEAN) AS passed",
            "CAST(NULL AS DOUBLE) AS threshold",
            "'ok' AS status",
            "CAST(NULL AS STRING) AS reason",
            "false AS truncated",
            "CAST(NULL AS STRING) AS model",
            "'f' AS fingerprint");
  }

  private static String all(Store store, Table table) {
    return String.join(
        ", ",
        store
            .read(table)
            .selectExpr("concat(case_id, ' ', value)")
            .as(Encoders.STRING())
            .collectAsList()
            .stream()
            .sorted()
            .toList());
  }
}
