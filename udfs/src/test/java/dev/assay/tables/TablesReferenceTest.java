package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import dev.assay.testing.GeneratedDocument;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablesReferenceTest {
  private static final Path SQL = Path.of(System.getProperty("assay.root", ".."), "conf/sql");

  @Test
  void theReferenceIsWhatTheSchemasSay() throws IOException {
    // A session of its own, in which empty temporary views bear the tables' names.
    SparkSession spark = SharedSpark.session().newSession();
    for (Table table : Tables.ALL) {
      spark
          .createDataFrame(List.of(), table.ofAllNights().schema())
          .createOrReplaceTempView(table.name());
    }
    Map<String, TablesReference.View> views = new LinkedHashMap<>();
    for (String name : Views.NAMES) {
      String sql = Files.readString(SQL.resolve(name + ".sql"));
      String comment =
          sql.lines()
              .takeWhile(line -> line.startsWith("--"))
              .map(line -> line.substring(2).strip())
              .collect(Collectors.joining(" "));
      assertThat(comment).as("%s.sql opens with a comment on what it shows", name).isNotEmpty();
      views.put(name, new TablesReference.View(comment, spark.sql(sql).schema()));
    }
    assertThat(
            GeneratedDocument.stale(
                "docs/tables.md",
                TablesReference.of(Tables.ALL.stream().map(Table::ofAllNights).toList(), views)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"samples", "llm_calls"})
  void theDeltaTablesCarryTheSameComments(String name, @TempDir Path home) {
    SparkSession spark = SharedSpark.session();
    Store store = new Store(spark, new StoreConfig(home.toString(), "", "assay"));
    Table table =
        Tables.ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    store.append(table, spark.createDataFrame(List.<Row>of(), table.schema()));
    StructType stored = store.read(table).schema();
    assertThat(stored.fieldNames()).containsExactly(table.schema().fieldNames());
    for (StructField field : table.schema().fields()) {
      assertThat(stored.apply(field.name()).getComment())
          .as(field.name())
          .isEqualTo(field.getComment());
    }
    assertThat(
            DeltaTable.forPath(spark, store.path(table))
                .detail()
                .select("description")
                .head()
                .getString(0))
        .isEqualTo(table.comment());
  }

  @Test
  void everyFileOfViewsIsAView() throws IOException {
    try (Stream<Path> files = Files.list(SQL)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".sql", "")))
          .containsExactlyInAnyOrderElementsOf(Views.NAMES);
    }
  }
}
