package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovalTest {
  private static final String FORGOTTEN = "Daniel Okafor chairs the committee of the bank";

  @TempDir Path directory;

  /** A report is under way when its row is found, and has ended when the row is written. */
  @Test
  void aRunThatEndsMeanwhileHasEnded() {
    Store store = store();
    JsonRows.append(store, Tables.RUNS, List.of(run("told", FORGOTTEN), run("other", "nothing")));
    Removal removal = removal(store);
    Removal.Found found = removal.find(Tables.RUNS);
    assertThat(found.rows() + found.changed().size()).isOne();

    Dataset<Row> ended =
        store
            .read(Tables.RUNS)
            .where(col("run_id").equalTo("told"))
            .withColumn("status", functions.lit("done"));
    store.replace(Tables.RUNS, ended, col("run_id").equalTo("told"));
    removal.apply(found);

    List<Row> runs = store.read(Tables.RUNS).orderBy("run_id").collectAsList();
    assertThat(runs)
        .extracting(run -> run.<String>getAs("run_id"))
        .containsExactly("other", "told");
    assertThat(runs).extracting(run -> run.<String>getAs("status")).contains("done");
    assertThat(runs).noneMatch(run -> run.toString().contains(FORGOTTEN));
  }

  /** Nothing is found, and then a report fails with the text in its error. */
  @Test
  void whatACommandBesideSaysMeanwhileGoesToo() {
    Store store = store();
    JsonRows.append(store, Tables.RUNS, List.of(run("other", "nothing")));
    Removal removal = removal(store);
    Removal.Found found = removal.find(Tables.RUNS);
    assertThat(found.rows() + found.changed().size()).isZero();
    JsonRows.append(store, Tables.RUNS, List.of(run("told", FORGOTTEN)));
    removal.apply(found);
    assertThat(store.read(Tables.RUNS).collectAsList())
        .hasSize(2)
        .noneMatch(run -> run.toString().contains(FORGOTTEN));
  }

  private Store store() {
    return new Store(
        SharedSpark.session(),
        ConfigLoader.defaults().set("store.path=" + directory).load().config().store());
  }

  private static Removal removal(Store store) {
    return new Removal(store, new Marks(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(FORGOTTEN)));
  }

  private static String run(String id, String error) {
    return """
    {"run_id":"%s","name":"n","stage":"report","status":"running","error":"%s","config":"","config_hash":"","started_at":"2026-01-02T03:04:05Z"}\
    """
        .formatted(id, error);
  }
}
