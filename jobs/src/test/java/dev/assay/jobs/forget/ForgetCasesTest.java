package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.StoreBytes;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.report.evidence.Folder;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.ReleasedStore;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases, from the command to the bytes on the disk. {@link ForgetTest} has documents. */
@Tag("slow")
class ForgetCasesTest {
  private static final String QUESTION = "Does Daniel Okafor chair the committee?";
  private static final String OTHER = "Does loss of one key cost $40?";

  /**
   * Some in which a case's key or words can stand, and its document; {@link ForgetTest} has others.
   */
  private static final List<Table> WHERE_CASES_STAND =
      List.of(
          Tables.DOCUMENTS,
          Tables.TEST_CASES,
          Tables.RESPONSES,
          Tables.DECISIONS,
          Tables.REVIEW_QUEUE,
          Tables.INSIGHTS);

  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;

  @Test
  void aCaseAndWhatMeetsAConditionAreInNoFileAndTheirDocumentsStay() throws Exception {
    ReleasedStore.make(
        4, directory.resolve("store"), WHERE_CASES_STAND.stream().map(Table::name).toList());
    String aCase = caseOf(QUESTION);
    String customers = caseOf(OTHER);
    Column insight = array(lit(aCase), lit(customers), lit("x"));
    changed(
        Tables.INSIGHTS, store().read(Tables.INSIGHTS).limit(1).withColumn("case_ids", insight));
    // What the file of the case said of it.
    changed(
        Tables.TEST_CASES,
        store()
            .read(Tables.TEST_CASES)
            .where(col("case_id").equalTo(customers))
            .withColumn("attributes", expr("map_concat(attributes, map('customer', '4711'))")));
    Path exported = exported(OTHER);
    Map<String, Long> before = rows();
    StoreBytes contents = StoreBytes.of(directory);
    for (String key : List.of(aCase, customers)) {
      assertThat(contents.tables(key))
          .contains("test_cases", "responses", "decisions", "review_queue", "insights");
    }

    String said =
        forget(
            Map.of(
                "--case",
                aCase,
                "--where",
                "attributes['customer'] = '4711' AND question LIKE '%$40?'"));

    assertThat(said)
        .contains("0 documents with 0 chunks, 2 cases, 4 responses")
        .contains("deleted: file:" + exported.resolve("problems.csv"))
        .contains("none holds a key or a text of it");
    StoreBytes left = StoreBytes.of(directory);
    for (String mark : List.of(aCase, QUESTION, customers, OTHER)) {
      assertThat(left.places(mark)).as(mark).isEmpty();
    }
    assertThat(left.places("Daniel Okafor chairs")).as("the document of one").isNotEmpty();
    assertThat(left.places("nobody's")).as("exported").containsExactly(exported + "/people.csv");
    assertThat(gone(before))
        .containsEntry("test_cases", 2L)
        .containsEntry("responses", 4L)
        .containsKeys("decisions", "review_queue")
        .doesNotContainKeys("documents", "insights");
  }

  /** An export of which one file names {@code question}, where no setting says. */
  private Path exported(String question) throws IOException {
    Path folder = Files.createDirectory(directory.resolve("for the board"));
    Files.writeString(folder.resolve("problems.csv"), "problem\n\"" + question + "\"\n");
    Files.writeString(folder.resolve("people.csv"), "nobody's\n");
    new Copies(store(), loaded().config())
        .note(
            "report --export",
            Stream.of("problems.csv", "people.csv")
                .map(name -> Folder.hadoop(folder, name))
                .toList(),
            List.of());
    return folder;
  }

  private String caseOf(String question) {
    return store()
        .read(Tables.TEST_CASES)
        .where(col("question").equalTo(question))
        .head()
        .getAs("case_id");
  }

  private void changed(Table table, Dataset<Row> rows) {
    store().merge(table, spark.createDataFrame(rows.collectAsList(), rows.schema()));
  }

  private Map<String, Long> rows() {
    Store store = store();
    Map<String, Long> rows = new TreeMap<>();
    WHERE_CASES_STAND.forEach(
        table -> rows.put(table.name(), (long) store.read(table).collectAsList().size()));
    return rows;
  }

  /** How many rows of which tables are there no more. */
  private Map<String, Long> gone(Map<String, Long> before) {
    Map<String, Long> gone = new TreeMap<>(before);
    rows().forEach((table, left) -> gone.merge(table, -left, Long::sum));
    gone.values().removeIf(rows -> rows == 0);
    return gone;
  }

  private String forget(Map<String, String> what) {
    ConfigLoader.Loaded loaded = loaded();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ForgetAction()
        .run(
            new Session(
                spark,
                loaded,
                new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
                Set.of(),
                Map.of(),
                what,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Store store() {
    return new Store(spark, loaded().config().store());
  }

  private ConfigLoader.Loaded loaded() {
    return ConfigLoader.defaults()
        .set("store.path=" + directory.resolve("store"))
        .set("report.path=" + directory.resolve("report.html"))
        .set("label.export.path=" + directory.resolve("export"))
        .load();
  }
}
