package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The store works alike with Delta's log class and without, under a path and in a catalog. */
class StoreStateTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir static Path home;

  static Stream<Arguments> stores() {
    return Stream.of(
        Arguments.of(path("log"), true),
        Arguments.of(path("commands"), false),
        Arguments.of(new StoreConfig("", "spark_catalog", "state_log"), true),
        Arguments.of(new StoreConfig("", "spark_catalog", "state_commands"), false));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void knowsWhatIsThere(StoreConfig config, boolean log) {
    Store store = new Store(SPARK, config, "", log, Migrations.ALL);
    assertThat(store.exists(Tables.REJECTED)).isFalse();
    assertThat(store.version(Tables.REJECTED)).isEqualTo(-1);
    assertThat(store.isBlank(Tables.REJECTED)).isTrue();
    assertThat(store.isEmpty(Tables.REJECTED)).isTrue();
    assertThat(store.read(Tables.REJECTED).count()).isZero();
    assertThat(store.exists(Tables.REJECTED)).as("who asks makes nothing").isFalse();

    store.append(Tables.REJECTED, rows("a"));
    assertThat(store.isBlank(Tables.REJECTED)).isFalse();
    assertThat(store.isEmpty(Tables.REJECTED)).isFalse();
    assertThat(store.version(Tables.REJECTED)).isEqualTo(1);
    store.merge(Tables.REJECTED, rows("a", "b"));
    assertThat(store.read(Tables.REJECTED).count()).isEqualTo(2);
    assertThat(SPARK.sql("SELECT * FROM " + store.sqlName(Tables.REJECTED)).count()).isEqualTo(2);
    assertThat(lastOperation(store)).isEqualTo(log ? "WRITE" : "MERGE");

    store.deleteWhere(Tables.REJECTED, functions.lit(true));
    assertThat(store.isEmpty(Tables.REJECTED)).isTrue();
    assertThat(store.isBlank(Tables.REJECTED)).isFalse();

    SPARK.sql(
        "ALTER TABLE "
            + store.sqlName(Tables.REJECTED)
            + " SET TBLPROPERTIES ('assay.schema.version' = '999')");
    Store older = new Store(SPARK, config, "", log, Migrations.ALL);
    assertThat(older.read(Tables.REJECTED).count()).isZero();
    assertThatThrownBy(() -> older.append(Tables.REJECTED, rows("a")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has schema version 999");
  }

  /** The driver writes a small table anew; a merge of Delta's would be jobs. */
  private static String lastOperation(Store store) {
    return SPARK
        .sql("DESCRIBE HISTORY " + store.sqlName(Tables.REJECTED) + " LIMIT 1")
        .first()
        .getAs("operation");
  }

  private static StoreConfig path(String name) {
    return new StoreConfig(home.resolve(name).toString(), "", "assay");
  }

  static Dataset<Row> rows(String... ids) {
    return SPARK.createDataFrame(
        List.of(ids).stream()
            .map(
                id ->
                    NamedRow.of(Tables.REJECTED)
                        .set("row_id", id)
                        .set("source", "source")
                        .set("stage", "ingest")
                        .set("reason", "reason")
                        .build())
            .toList(),
        Tables.REJECTED.schema());
  }
}
