package dev.assay.tables;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of earlier shapes become what is declared, step by step; those of later ones stay. */
@Tag("slow")
class EvolutionTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path home;

  @Test
  void aColumnThatCameLaterIsHeldToItsDeclaration() {
    ReleasedStore.make(3, home, List.of("decisions"));
    Store store = store();
    Dataset<Row> rows = others(store, Tables.DECISIONS).cache();
    store.append(Tables.DECISIONS, rows);
    assertThatThrownBy(
            () ->
                store.append(
                    Tables.DECISIONS,
                    rows.withColumn("slice", lit(null).cast("string"))
                        .withColumn("case_id", lit("another"))))
        .hasStackTraceContaining("slice_present");
    String noted =
        "SHOW TBLPROPERTIES %s ('%s')"
            .formatted(store.sqlName(Tables.DECISIONS), Definitions.STATISTICS);
    assertThat(SPARK.sql(noted).head().getString(1)).isEqualTo("system,metric,dimension,run_key");
  }

  /** Whoever is killed between two commits leaves a table that the next one brings up. */
  @Test
  void anUpgradeGoesOnAfterEachOfItsCommits() {
    ReleasedStore.make(1, home.resolve("whole"), List.of("topics"));
    int steps = upgrade("whole").size();
    assertThat(steps).isGreaterThan(3);
    for (int done = 1; done < steps; done++) {
      String killed = "killed-" + done;
      ReleasedStore.make(1, home.resolve(killed), List.of("topics"));
      upgrade(killed).subList(0, done).forEach(SPARK::sql);
      Store store = store(killed);
      assertThat(store.evolution().standing(Tables.TOPICS).get().found()).isEqualTo(1);
      assertThat(named(store)).isEqualTo(ReleasedStore.rows(1, "topics"));
      store.append(Tables.TOPICS, others(store, Tables.TOPICS));
      assertThat(store.evolution().standing(Tables.TOPICS).get().isCurrent()).isTrue();
      assertThat(named(store)).isEqualTo(2 * ReleasedStore.rows(1, "topics"));
    }
  }

  /** Those that only read bring tables up too, without having the store. */
  @Test
  void twoCommandsBringATableUpAtOnce() {
    List<Table> tables = List.of(Tables.TOPICS, Tables.DECISIONS);
    ReleasedStore.make(1, home, tables.stream().map(Table::name).toList());
    for (Table table : tables) {
      List<CompletableFuture<Void>> commands =
          Stream.of(store(), store())
              .map(one -> CompletableFuture.runAsync(() -> one.evolution().open(table)))
              .toList();
      commands.forEach(CompletableFuture::join);
      assertThat(store().evolution().standing(table).get().isCurrent()).isTrue();
      assertThat(store().read(table).count()).isEqualTo(ReleasedStore.rows(1, table.name()));
    }
  }

  private static long named(Store store) {
    return store.read(Tables.TOPICS).where(col("labelled_by").equalTo("terms")).count();
  }

  @Test
  void aTableAtItsVersionCostsNoJobAndNoCommitUnlessACommentDiffers() throws Exception {
    ReleasedStore.make(4, home, List.of("llm_calls"));
    Store maker = store();
    maker.append(Tables.LLM_CALLS, others(maker, Tables.LLM_CALLS).limit(0));
    long commits = maker.version(Tables.LLM_CALLS);
    assertThat(jobs(() -> store().evolution().open(Tables.LLM_CALLS))).isZero();
    assertThat(maker.version(Tables.LLM_CALLS)).isEqualTo(commits);
    maker.append(Tables.LLM_CALLS, others(maker, Tables.LLM_CALLS));
    assertThat(maker.version(Tables.LLM_CALLS)).isEqualTo(commits + 1);

    SPARK.sql(
        "ALTER TABLE " + maker.sqlName(Tables.LLM_CALLS) + " ALTER COLUMN error COMMENT 'Old'");
    Store next = store();
    next.append(Tables.LLM_CALLS, others(next, Tables.LLM_CALLS).limit(0));
    assertThat(comments(raw(Tables.LLM_CALLS).schema()))
        .containsAllEntriesOf(comments(Tables.LLM_CALLS.schema()));
  }

  @Test
  void aNewerStoreIsReadInKnownColumnsAndNotWritten() {
    ReleasedStore.make(4, home, List.of("llm_calls", "topics"));
    String calls = store().sqlName(Tables.LLM_CALLS);
    SPARK.sql("ALTER TABLE " + calls + " ADD COLUMNS (mood STRING)");
    SPARK.sql("ALTER TABLE " + calls + " SET TBLPROPERTIES ('assay.schema.version' = '999')");
    Store store = store();
    assertThat(store.read(Tables.LLM_CALLS).columns())
        .isEqualTo(Tables.LLM_CALLS.schema().fieldNames());
    assertThat(store.read(Tables.LLM_CALLS).count()).isEqualTo(ReleasedStore.rows(4, "llm_calls"));
    assertThat(store.evolution().standing(Tables.LLM_CALLS).get().isNewer()).isTrue();
    Dataset<Row> topics = others(store, Tables.TOPICS);
    assertThatThrownBy(() -> store.append(Tables.TOPICS, topics))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Table 'llm_calls' in " + home + " has schema version 999")
        .hasMessageContaining("can be read, not written");
    assertThatThrownBy(() -> store.evolution().migrate(Tables.TOPICS))
        .isInstanceOf(StoreException.class);
  }

  /** A version whose columns are not those of its release would be taken for it. */
  @Test
  void columnsChangeWithTheVersionOnly() {
    for (int shape : ReleasedStore.SHAPES) {
      for (Table table : Tables.ALL) {
        if (ReleasedStore.tables(shape).contains(table.name())
            && ReleasedStore.version(shape, table.name()) == table.version()) {
          assertThat(types(table.schema()))
              .as(table.name())
              .containsExactlyInAnyOrderEntriesOf(types(ReleasedStore.schema(shape, table.name())));
        }
      }
    }
  }

  /** The fixture's rows with other keys. */
  static Dataset<Row> others(Store store, Table table) {
    Dataset<Row> rows = store.read(table);
    String key = table.keys().get(0);
    return table.schema().apply(key).dataType().typeName().equals("string")
        ? rows.withColumn(key, concat(col(key), lit("-other")))
        : rows.withColumn(key, col(key).plus(1000));
  }

  private List<String> upgrade(String child) {
    StoreConfig config = new StoreConfig(home.resolve(child).toString(), "", "assay");
    Location location = Location.of(SPARK, config);
    Stored stored = new CommandState(SPARK, location).stored(Tables.TOPICS).get();
    return Upgrade.from(1, Tables.TOPICS, stored, location.sqlName(Tables.TOPICS)).statements();
  }

  private Store store() {
    return store("");
  }

  private Store store(String child) {
    return new Store(SPARK, new StoreConfig(home.resolve(child).toString(), "", "assay"));
  }

  private Dataset<Row> raw(Table table) {
    return SPARK.read().format("delta").load(home.resolve(table.name()).toString());
  }

  /** Spark jobs of {@code work}: events come in order, so those before a last one have come. */
  private static int jobs(Runnable work) throws InterruptedException {
    SparkContext context = SPARK.sparkContext();
    String group = "jobs-" + System.nanoTime();
    context.setJobGroup(group, group, false);
    try {
      work.run();
      SPARK.range(1).collectAsList();
      while (context.statusTracker().getJobIdsForGroup(group).length == 0) {
        Thread.sleep(10);
      }
      return context.statusTracker().getJobIdsForGroup(group).length - 1;
    } finally {
      context.clearJobGroup();
    }
  }

  static Map<String, String> comments(StructType schema) {
    return Arrays.stream(schema.fields())
        .collect(Collectors.toMap(StructField::name, field -> field.getComment().get()));
  }

  private static Map<String, String> types(StructType schema) {
    return Arrays.stream(schema.fields())
        .collect(
            Collectors.toMap(
                StructField::name,
                field -> field.dataType().catalogString() + (field.nullable() ? "" : " NOT NULL")));
  }
}
