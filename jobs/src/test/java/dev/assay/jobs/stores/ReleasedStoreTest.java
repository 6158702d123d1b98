package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.llm.Call;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.calls.CallRows;
import dev.assay.tables.ReleasedStore;
import dev.assay.tables.Store;
import dev.assay.tables.StoreException;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store of a released shape is migrated, checked, reported and continued: of the newest shape
 * with all tables, of the others with those that are not as in the next.
 */
@Tag("slow")
class ReleasedStoreTest {
  private static final SparkSession SPARK = SharedSpark.session();

  /** Where the endpoint of the fixtures' calls was. */
  private static final String PAID = "http://127.0.0.1:18099/v1";

  private static final List<Table> IRREPLACEABLE = List.of(Tables.LABELS, Tables.LLM_CALLS);

  /** Shapes of which a page is written and that are migrated twice; one has all its tables. */
  private static final Set<Integer> REPORTED = Set.of(1, 4, 6);

  /** What the page and the check of references rest on. */
  private static final Set<Table> REPORT =
      Set.of(
          Tables.RUNS,
          Tables.RUN_CASES,
          Tables.TEST_CASES,
          Tables.RESPONSES,
          Tables.SCORES,
          Tables.LABELS,
          Tables.LLM_CALLS,
          Tables.LEADERBOARD);

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void outlivesTheUpgrade(int version) throws Exception {
    List<String> tables = tables(version);
    ReleasedStore.make(version, directory.resolve("store"), tables);
    List<List<String>> paid = irreplaceable(version);

    String plan = print(new MigrateAction(), Action.DRY_RUN);
    assertThat(plan).contains("Nothing was changed.");
    assertThat(plan.lines().filter(line -> line.startsWith("labels ")))
        .singleElement()
        .asString()
        .matches(
            "labels +%d +%d +%d  .*"
                .formatted(
                    ReleasedStore.rows(version, "labels"),
                    ReleasedStore.version(version, "labels"),
                    Tables.LABELS.version()));
    if (version < 3) {
      assertThat(plan)
          .containsPattern("adds (coherence, )?labelled_by")
          .contains(tables.size() + " to be brought");
    }
    print(new MigrateAction());
    assertThat(print(new TablesAction(), "--check"))
        .contains("references lead somewhere")
        .as("a table that is behind")
        .doesNotContainPattern("\\d of \\d");

    if (REPORTED.contains(version)) {
      assertThat(print(new MigrateAction())).contains("0 brought to their version.");
      Commands.run(SPARK, loader(), "report");
      assertThat(Files.readString(directory.resolve("report.html"))).contains("faulty");
    }

    Store store = new Store(SPARK, loader().config().store());
    for (Table table : Tables.ALL) {
      if (tables.contains(table.name()) && !isAsInTheNext(version, table.name())) {
        int rows = rows(store, table);
        store.append(table, others(store, table));
        assertThat(rows(store, table)).as(table.name()).isEqualTo(2 * rows);
      }
    }
    List<List<String>> after = irreplaceable(version);
    assertThat(paid).isNotEmpty();
    for (int i = 0; i < paid.size(); i++) {
      assertThat(paid.get(i)).isNotEmpty();
      assertThat(after.get(i)).containsAll(paid.get(i));
    }
  }

  /** Without a job: the rows are few. */
  private static int rows(Store store, Table table) {
    return store.read(table).collectAsList().size();
  }

  /** Tables that are as in the next shape are brought up there. */
  private static List<String> tables(int version) {
    Collection<Table> needed = REPORTED.contains(version) ? REPORT : IRREPLACEABLE;
    Set<String> names = needed.stream().map(Table::name).collect(Collectors.toSet());
    return ReleasedStore.tables(version).stream()
        .filter(table -> names.contains(table) || !isAsInTheNext(version, table))
        .toList();
  }

  /** Whether the next shape has the table with the same columns: it takes rows there then. */
  private static boolean isAsInTheNext(int version, String table) {
    int next = version + 1;
    boolean had = ReleasedStore.tables(version).contains(table);
    return ReleasedStore.SHAPES.contains(next)
        && had == ReleasedStore.tables(next).contains(table)
        && (!had || ReleasedStore.schema(version, table).equals(ReleasedStore.schema(next, table)));
  }

  /** Keys that an earlier Assay wrote are those that are made today: nothing is called. */
  @ParameterizedTest
  @MethodSource("shapesWithOtherCalls")
  void aPaidReplyIsUsedAndNotPaidForAgain(int version) {
    ReleasedStore.make(version, directory.resolve("store"), List.of("llm_calls"));
    Run run =
        TestRun.of(
            directory,
            "answer",
            "llm.endpoints={paid{kind=openai, base-url=\"" + PAID + "\", model=stub}}");
    EndpointSpec endpoint = EndpointSpec.of("paid", run.config().llm().endpoints().get("paid"));
    List<Row> stored = run.store().read(Tables.LLM_CALLS).collectAsList();
    List<Row> asked = new ArrayList<>();
    for (Row row : stored) {
      ChatRequest request =
          new ChatRequest(
              ChatRequest.of(row.getAs("prompt")).messages(),
              ParametersConfig.NONE,
              Optional.empty());
      Call call = new Call(endpoint, "answer", request.prompt(), row.<Integer>getAs("sample"));
      assertThat(call.hash()).as(request.prompt()).isEqualTo(row.<String>getAs("call_hash"));
      asked.add(CallRows.of(call));
    }
    assertThat(asked).hasSize((int) ReleasedStore.rows(version, "llm_calls"));
    try (EndpointCalls calls = new EndpointCalls(run, Map.of("paid", endpoint))) {
      EndpointCalls.Made made = calls.make(SPARK.createDataFrame(asked, CallRows.CALL));
      assertThat(made.counts().values()).containsEntry("llm calls", 0L);
      assertThat(replies(made.replies().collectAsList())).isEqualTo(replies(stored));
    }
  }

  /** The last of each row of shapes that have the ledger alike. */
  private static List<Integer> shapesWithOtherCalls() {
    String ledger = Tables.LLM_CALLS.name();
    return ReleasedStore.SHAPES.stream()
        .filter(shape -> ReleasedStore.tables(shape).contains(ledger))
        .filter(shape -> !isAsInTheNext(shape, ledger))
        .toList();
  }

  private static Map<String, String> replies(List<Row> calls) {
    Map<String, String> replies = new TreeMap<>();
    calls.forEach(row -> replies.put(row.getAs("call_hash"), row.getAs("reply")));
    return replies;
  }

  @Test
  void aNewerStoreIsListedAndReportedAndLeftAsItIs() throws Exception {
    ReleasedStore.make(4, directory.resolve("store"), REPORT.stream().map(Table::name).toList());
    String runs = "delta.`" + directory.resolve("store/runs") + "`";
    SPARK.sql("ALTER TABLE " + runs + " ADD COLUMNS (mood STRING)");
    SPARK.sql("ALTER TABLE " + runs + " SET TBLPROPERTIES ('assay.schema.version' = '999')");
    Store store = new Store(SPARK, loader().config().store());
    List<Long> versions = Tables.ALL.stream().map(store::version).toList();

    assertThat(print(new TablesAction(), "--check")).contains("999 of " + Tables.RUNS.version());
    assertThat(print(new MigrateAction(), Action.DRY_RUN)).contains("newer than this Assay");
    assertThatThrownBy(() -> print(new MigrateAction())).hasMessageContaining("a newer Assay");
    Commands.run(SPARK, loader(), "report");
    assertThat(Files.readString(directory.resolve("report.html"))).contains("faulty");
    assertThatThrownBy(() -> Commands.run(SPARK, loader(), "apply"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Table 'runs'")
        .hasMessageContaining("can be read, not written");
    assertThat(Tables.ALL.stream().map(store::version).toList()).isEqualTo(versions);
  }

  private List<List<String>> irreplaceable(int version) {
    List<List<String>> rows = new ArrayList<>();
    for (Table table : IRREPLACEABLE) {
      if (!ReleasedStore.tables(version).contains(table.name())) {
        continue;
      }
      rows.add(
          SPARK
              .read()
              .format("delta")
              .load(directory.resolve("store/" + table.name()).toString())
              .select(
                  Arrays.stream(ReleasedStore.schema(version, table.name()).fieldNames())
                      .map(functions::col)
                      .toArray(Column[]::new))
              .toJSON()
              .collectAsList());
    }
    return rows;
  }

  private static Dataset<Row> others(Store store, Table table) {
    Dataset<Row> rows = store.read(table);
    String key = table.keys().get(0);
    return table.schema().apply(key).dataType().typeName().equals("string")
        ? rows.withColumn(key, concat(col(key), lit("-other")))
        : rows.withColumn(key, col(key).plus(1000));
  }

  private String print(Action action, String... flags) {
    ConfigLoader.Loaded loaded = loader();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Runner runner = new Runner(SPARK, loaded.config(), loaded.rendered(), loaded.hash());
    action.run(new Session(SPARK, loaded, runner, Set.of(flags), Map.of(), out));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private ConfigLoader.Loaded loader() {
    return ConfigLoader.defaults()
        .set("run.name=demo")
        .set("store.path=" + directory.resolve("store"))
        .set("report.path=" + directory.resolve("report.html"))
        .load();
  }
}
