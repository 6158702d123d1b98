package dev.assay.tables;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Stores of earlier shapes are read as they are, and written as they are declared. */
@Tag("slow")
class EvolvedRowsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  private static final List<Integer> SHAPES = List.of(1, 2, 3, 5, 6);

  /** Tables whose shape changed, and those that nobody can make again. */
  private static final List<Table> TABLES =
      List.of(
          Tables.TOPICS,
          Tables.SAMPLES,
          Tables.LLM_CALLS,
          Tables.LABELS,
          Tables.CALIBRATIONS,
          Tables.GUARANTEES,
          Tables.TEST_CASES,
          Tables.RUN_CASES,
          Tables.DECISIONS);

  @TempDir private Path home;

  @ParameterizedTest
  @FieldSource("SHAPES")
  void olderRowsAreReadUnchangedAndOpeningForWritingBringsTheTableUp(int version) {
    ReleasedStore.make(version, home, TABLES.stream().map(Table::name).toList());
    Store store = new Store(SPARK, new StoreConfig(home.toString(), "", "assay"));
    for (Table table : TABLES) {
      if (!ReleasedStore.tables(version).contains(table.name())) {
        continue;
      }
      List<String> before = json(raw(table), ReleasedStore.schema(version, table.name()));
      assertThat(before).as(table.name()).hasSize((int) ReleasedStore.rows(version, table.name()));
      long commits = store.version(table);
      List<String> read = json(store.read(table), table.schema());
      assertThat(store.version(table)).as("reading commits nothing").isEqualTo(commits);
      assertThat(store.evolution().standing(table).get().found())
          .isEqualTo(ReleasedStore.version(version, table.name()));
      if (isAsInTheNext(version, table.name())) {
        continue; // It is brought up there.
      }

      store.append(table, EvolutionTest.others(store, table));
      assertThat(store.evolution().standing(table).get().isCurrent()).isTrue();
      assertThat(EvolutionTest.comments(raw(table).schema()))
          .containsAllEntriesOf(EvolutionTest.comments(table.schema()));
      assertThat(store.read(table).count()).isEqualTo(2L * before.size());
      Column declared = json(table.schema());
      Column earlier = json(ReleasedStore.schema(version, table.name()));
      List<Row> now = raw(table).select(declared, earlier).collectAsList();
      assertThat(now).extracting(row -> row.getString(0)).containsAll(read);
      assertThat(now)
          .extracting(row -> row.getString(1))
          .as("what was there stays as it was")
          .containsAll(before);
    }
    assertThat(store.read(Tables.TOPICS).select("labelled_by").distinct().collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("terms");
    assertThat(store.read(Tables.DECISIONS).select("slice").distinct().collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("all");
  }

  /** Whether the next shape has the table with the same columns, and its rows among its own. */
  private static boolean isAsInTheNext(int shape, String table) {
    int place = SHAPES.indexOf(shape) + 1;
    return place < SHAPES.size()
        && ReleasedStore.schema(shape, table)
            .equals(ReleasedStore.schema(SHAPES.get(place), table));
  }

  private Dataset<Row> raw(Table table) {
    return SPARK.read().format("delta").load(home.resolve(table.name()).toString());
  }

  private static List<String> json(Dataset<Row> rows, StructType columns) {
    return rows.select(json(columns)).as(Encoders.STRING()).collectAsList().stream()
        .sorted()
        .toList();
  }

  private static Column json(StructType columns) {
    return to_json(
        struct(
            Arrays.stream(columns.fieldNames())
                .map(name -> col("`" + name + "`"))
                .toArray(Column[]::new)));
  }
}
