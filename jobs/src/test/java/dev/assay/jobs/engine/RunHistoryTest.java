package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {
  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;

  @Test
  void everyExecutionStaysAlsoThoseThatHadNothingToDo() {
    command("one", new Working("chunk", false));
    command("one", new Working("chunk", false));
    assertThatThrownBy(() -> command("one", new Working("draw", true)))
        .hasMessageContaining("no more");
    command("one", new Working("draw", false));
    assertThat(history())
        .containsExactly("chunk done", "chunk skipped", "draw failed", "draw done");
    assertThat(store().read(Tables.RUNS).count()).as("of the newest of each").isEqualTo(2);
    assertThat(store().read(Tables.RUN_HISTORY).where("error LIKE '%no more%'").count())
        .isEqualTo(1);
  }

  @Test
  void aConfigurationStandsOnceHoweverManyRunsAreOfIt() {
    command("one", new Working("chunk", false));
    command("one", new Working("draw", false));
    command("two", new Working("chunk", false));
    Store store = store();
    assertThat(store.read(Tables.CONFIGURATIONS).count()).isEqualTo(2);
    assertThat(store.read(Tables.RUNS).where("config IS NOT NULL").isEmpty()).isTrue();
    new Views(spark, store, loaded("one").config().store()).create();
    List<Row> runs =
        spark.sql("SELECT stage, config FROM history.v_runs ORDER BY started_at").collectAsList();
    assertThat(runs).hasSize(3).allMatch(row -> row.getString(1).contains("run"));
    assertThat(runs.get(0).getString(1)).isEqualTo(loaded("one").rendered());
    assertThat(runs.get(2).getString(1)).isEqualTo(loaded("two").rendered());
    assertThat(spark.sql("SELECT * FROM history.v_run_history").count()).isEqualTo(3);
  }

  /** A killed command writes nothing any more: the next one makes its rows up. */
  @Test
  void whatAKilledCommandDidNotAddTheNextOneMakesUp() {
    Runner killed = runner("one");
    killed.run(new Working("chunk", false));
    Working last = new Working("draw", false);
    killed.run(last);
    // As if it had been killed before the last one ended.
    killed
        .store()
        .merge(
            Tables.RUNS,
            spark
                .createDataFrame(
                    killed.store().read(Tables.RUNS).where("stage = 'draw'").collectAsList(),
                    Tables.RUNS.schema())
                .withColumn("status", functions.lit("running"))
                .withColumn("ended_at", functions.lit(null).cast("timestamp")));
    assertThat(history()).isEmpty();
    command("one", new Working("place", false));
    assertThat(history()).containsExactly("chunk done", "draw killed", "place done");
    command("one", new Working("place", false));
    assertThat(history())
        .containsExactly("chunk done", "draw killed", "place done", "place skipped");
  }

  /** An older night that is looked at again is no newer than the ones after it. */
  @Test
  void anEarlierNightsStageIsSkippedAfterALaterNight() {
    command("one", "a", new Working("evaluate", false));
    command("one", "b", new Working("evaluate", false));
    command("one", "a", new Working("evaluate", false));
    assertThat(history()).containsExactly("evaluate done", "evaluate done", "evaluate skipped");
    assertThat(
            store().read(Tables.RUNS).orderBy("started_at").collectAsList().stream()
                .map(row -> row.<String>getAs("run_key")))
        .containsExactly("a", "b");
  }

  private List<String> history() {
    return store().read(Tables.RUN_HISTORY).orderBy("started_at").collectAsList().stream()
        .map(row -> row.<String>getAs("stage") + " " + row.<String>getAs("outcome"))
        .toList();
  }

  private Store store() {
    return new Store(spark, loaded("one").config().store());
  }

  private void command(String title, Stage stage) {
    command(title, "", stage);
  }

  private void command(String title, String night, Stage stage) {
    new Exclusive(new OneStage(stage))
        .run(
            new Session(
                spark,
                loaded(title, night),
                runner(title, night),
                Set.of(),
                Map.of(),
                new PrintStream(PrintStream.nullOutputStream())));
  }

  private Runner runner(String title) {
    return runner(title, "");
  }

  private Runner runner(String title, String night) {
    ConfigLoader.Loaded loaded = loaded(title, night);
    return new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash());
  }

  private ConfigLoader.Loaded loaded(String title) {
    return loaded(title, "");
  }

  private ConfigLoader.Loaded loaded(String title, String night) {
    return ConfigLoader.defaults()
        .set("store.path=" + directory.resolve("store"))
        .set("store.schema=history")
        .set("report.title=" + title)
        .set("run.key=\"" + night + "\"")
        .load();
  }

  private record Working(String name, boolean failing) implements Stage {
    @Override
    public StageSpec spec() {
      return StageSpec.of(name).writes(name.equals("evaluate") ? Tables.SCORES : Tables.CHUNKS);
    }

    @Override
    public Counts run(Run run) {
      if (failing) {
        throw new StageException("no more");
      }
      return Counts.of("documents", 0);
    }
  }
}
