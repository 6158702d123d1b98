package dev.assay.tables;

import static org.apache.spark.sql.functions.call_udf;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A table whose new shape added columns cannot express, under a path and in a catalog. */
@Tag("slow")
class MigrationTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final AtomicBoolean FAILS = new AtomicBoolean();

  /** Marks from 0 to 10 under one name. */
  private static final Table OLD =
      table(
          """
          comment = "A mark", version = 1, key = [id]
          columns = "id STRING NOT NULL COMMENT 'Who', mark STRING NOT NULL COMMENT 'From 0 to 10'"
          checks { known = "length(mark) > 0" }
          """);

  /** In version 2 a number from 0 to 1, under another name; in version 3 with a source. */
  private static final Table NEW =
      table(
          """
          comment = "A mark as a share", version = 3, key = [id]
          columns = \"""
            id STRING NOT NULL COMMENT "Who",
            share DOUBLE NOT NULL COMMENT "From 0 to 1",
            source STRING NOT NULL COMMENT "Where it was read",
            note STRING COMMENT "Remark"
          \"""
          checks { share = "share BETWEEN 0 AND 1" }
          filled { source { since = 3, value = "'unknown'" } }
          """);

  private static final List<Migration> MIGRATIONS =
      List.of(
          new Migration(
              "marks",
              1,
              "marks become shares",
              rows -> rows.select(col("id"), call_udf("share_of_ten", col("mark")).as("share"))));

  @TempDir static Path home;

  private static Table table(String declared) {
    return Table.of("marks", ConfigFactory.parseString(declared));
  }

  static Stream<Arguments> stores() {
    SPARK
        .udf()
        .register(
            "share_of_ten",
            (UDF1<String, Double>)
                mark -> {
                  if (FAILS.get()) {
                    throw new IllegalStateException("killed");
                  }
                  return Integer.parseInt(mark) / 10.0;
                },
            DataTypes.DoubleType);
    return Stream.of(
        Arguments.of(new StoreConfig(home.resolve("log").toString(), "", "assay"), true),
        Arguments.of(new StoreConfig(home.resolve("commands").toString(), "", "assay"), false),
        Arguments.of(new StoreConfig("", "spark_catalog", "migrated_log"), true));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void isMadeOnceAskedForAndResumedWhereverItWasKilled(StoreConfig config, boolean log) {
    Store old = new Store(SPARK, config, "", log, List.of());
    old.append(OLD, marks());
    long before = old.version(OLD);

    // Until it is asked for: read in the new shape, and not written.
    assertShares(store(config, log));
    assertThat(store(config, log).version(NEW)).isEqualTo(before);
    Standing standing = store(config, log).evolution().standing(NEW).orElseThrow();
    assertThat(standing.found()).isEqualTo(1);
    assertThat(standing.migrations()).containsExactly("marks become shares");
    assertThatThrownBy(() -> store(config, log).append(NEW, share("c")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'marks'")
        .hasMessageContaining("has schema version 1, this Assay writes version 3")
        .hasMessageContaining("Run 'assay migrate'");

    // Killed while rows are written: the table is empty, its rows are those of the version before.
    FAILS.set(true);
    assertThatThrownBy(() -> store(config, log).evolution().migrate(NEW))
        .hasStackTraceContaining("killed");
    FAILS.set(false);
    assertThat(store(config, log).evolution().standing(NEW).orElseThrow().unfinished()).isTrue();
    assertThat(store(config, log).isEmpty(NEW)).isFalse();
    assertShares(store(config, log));
    assertThatThrownBy(() -> store(config, log).append(NEW, share("c")))
        .hasMessageContaining("a migration that has not ended");
    // No other Assay takes the table for its own.
    assertThatThrownBy(() -> new Store(SPARK, config, "", log, List.of()).append(OLD, marks()))
        .isInstanceOf(StoreException.class);

    // Killed between the last row and the version.
    store(config, log).evolution().migrate(NEW);
    Store done = store(config, log);
    SPARK.sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('assay.schema.version' = '1@%d')"
            .formatted(done.sqlName(NEW), before));
    assertShares(store(config, log));
    store(config, log).evolution().migrate(NEW);

    Store after = store(config, log);
    assertThat(after.evolution().standing(NEW).orElseThrow().isCurrent()).isTrue();
    assertShares(after);
    after.append(NEW, share("c"));
    assertThat(after.read(NEW).count()).isEqualTo(3);
    assertThatThrownBy(() -> after.append(NEW, share("d").withColumn("share", lit(2.0))))
        .hasStackTraceContaining("CHECK constraint share");
    assertThat(
            SPARK
                .sql("SELECT * FROM %s VERSION AS OF %d".formatted(after.sqlName(NEW), before))
                .columns())
        .as("Delta keeps the version before")
        .containsExactly("id", "mark");
    long commits = after.version(NEW);
    after.evolution().migrate(NEW);
    assertThat(after.version(NEW)).as("nothing is left to do").isEqualTo(commits);
  }

  private static void assertShares(Store store) {
    assertThat(store.read(NEW).orderBy("id").collectAsList())
        .containsExactly(
            RowFactory.create("a", 0.5, "unknown", null),
            RowFactory.create("b", 1.0, "unknown", null));
  }

  private static Store store(StoreConfig config, boolean log) {
    return new Store(SPARK, config, "", log, MIGRATIONS);
  }

  private static Dataset<Row> marks() {
    return SPARK.createDataFrame(
        List.of(RowFactory.create("a", "5"), RowFactory.create("b", "10")), OLD.schema());
  }

  private static Dataset<Row> share(String id) {
    return SPARK.createDataFrame(List.of(RowFactory.create(id, 0.1, "test", null)), NEW.schema());
  }
}
