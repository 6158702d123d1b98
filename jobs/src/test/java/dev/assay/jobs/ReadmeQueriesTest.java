package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.analysis.Analyze;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Views;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SQL that the README shows, as it stands there. */
class ReadmeQueriesTest {
  private static final Path README =
      Path.of(System.getProperty("assay.root", "..")).resolve("README.md");

  @Test
  void giveOneRowAMetricAndOneADimension(@TempDir Path home) throws Exception {
    LabelledStore labelled = new LabelledStore(home, 60, 40, 4, "run.name=my-assistant");
    labelled.runner.run(new Analyze());
    Store store = labelled.runner.store();
    new Views(SharedSpark.session(), store, labelled.loaded.config().store()).create();
    List<String> queries = queries();
    assertThat(queries).hasSize(2);
    assertThat(said(queries.get(0), "system", "metric"))
        .containsExactly("a " + LabelledStore.METRIC, "b " + LabelledStore.METRIC);
    assertThat(said(queries.get(1), "system", "dimension"))
        .containsExactly("a grounded", "b grounded");
  }

  private static List<String> said(String query, String first, String second) {
    Dataset<Row> rows = SharedSpark.session().sql(query);
    return rows.collectAsList().stream()
        .map(row -> row.getAs(first) + " " + row.getAs(second))
        .sorted()
        .toList();
  }

  private static List<String> queries() throws Exception {
    return Pattern.compile("(?s)```sql\n(.*?)```")
        .matcher(Files.readString(README))
        .results()
        .flatMap(found -> Stream.of(found.group(1).split(";")))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }
}
