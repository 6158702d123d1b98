package dev.assay.jobs.world;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.grammar.modular.Isolation;
import dev.assay.grammar.modular.Sampling;
import dev.assay.grammar.modular.SideCounts;
import dev.assay.grammar.modular.SideFigures;
import dev.assay.grammar.modular.Sides;
import dev.assay.jobs.Commands;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Resampling;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of conf/grammar.conf, from its files to its tables, finds what was planted: facts
 * that no document tells, a retrieval that is weak on long questions, one that loses passages, and
 * a model that changes answers.
 */
@Tag("slow")
class GrammarExampleTest {
  private static final Path ROOT =
      Path.of(System.getProperty("assay.root", "..")).toAbsolutePath().normalize();
  private static final Path EXAMPLE = ROOT.resolve("conf/example/grammar");

  @TempDir private static Path directory;
  private static Store store;
  private static AssayConfig config;

  @BeforeAll
  static void run() {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .file(ROOT.resolve("conf/grammar.conf"))
            .set("store.path=" + directory.resolve("store"))
            .set("corpus.sources=[{path=\"" + EXAMPLE.resolve("documents") + "\"}]")
            .set("grammar.templates=\"" + EXAMPLE.resolve("templates.yaml") + "\"")
            .set("grammar.database.url=\"jdbc:sqlite:" + EXAMPLE.resolve("bank.sqlite") + "\"")
            .set("evaluate.evaluators=[database_answer]")
            .load();
    for (String stage : List.of("ingest", "embed", "grammar", "answer", "evaluate", "analyze")) {
      Commands.run(SharedSpark.session(), loaded, stage);
    }
    config = loaded.config();
    store = new Store(SharedSpark.session(), loaded.config().store());
  }

  /**
   * Of 30 planted gaps 28: the name of Foghorn Insurance tells its category, and another document
   * names Pinewood Optics beside the town of its headquarters.
   */
  @Test
  void plantedGapsAreGapsOfTheCorpus() throws Exception {
    List<Row> groups = groups("whole");
    ObjectMapper json = new ObjectMapper();
    int found = 0;
    List<String> gaps = Files.readAllLines(EXAMPLE.resolve("gaps.jsonl"));
    for (String line : gaps) {
      JsonNode gap = json.readTree(line);
      String sql =
          "SELECT %s FROM %s ".formatted(gap.path("column").asText(), gap.path("table").asText());
      List<Row> asked =
          groups.stream()
              .filter(row -> row.<String>getAs("sql").startsWith(sql))
              .filter(
                  row -> row.<String>getAs("sql").contains("'" + gap.path("key").asText() + "'"))
              .toList();
      assertThat(asked).as(line).hasSize(1);
      if ("corpus".equals(asked.get(0).getAs("cause"))) {
        assertThat(asked.get(0).<String>getAs("kind")).isEqualTo("gap");
        found++;
      }
    }
    assertThat(gaps).hasSize(30);
    assertThat(found).isEqualTo(28);
  }

  @Test
  void theWeakSideIsFoundAndNoneWhereNothingWasPlanted() {
    Row weak = contrast("short_sighted");
    assertThat(weak.<Double>getAs("ci_low")).isGreaterThan(.2);
    assertThat(weak.<Double>getAs("p_value")).isLessThan(.01);
    for (String system : List.of("whole", "lossy", "careless")) {
      Row other = contrast(system);
      assertThat(other.<Double>getAs("ci_low")).as(system).isLessThanOrEqualTo(0);
      assertThat(other.<Double>getAs("ci_high")).as(system).isGreaterThanOrEqualTo(0);
    }
  }

  @Test
  void theTerminalSaysIt() {
    List<String> lines =
        new ReportPage(store, config, List.of())
            .headline().stream().filter(line -> line.contains(" on harbourline: ")).toList();
    assertThat(lines).hasSize(4);
    assertThat(lines).filteredOn(line -> line.contains("Gaps aside")).hasSize(1);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("short_sighted "))
        .singleElement()
        .asString()
        .contains(
            "in some (retrieval ", "with length = long it is right less often than with short");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("whole "))
        .singleElement()
        .asString()
        .contains(
            "of 322 groups",
            "0 in some, 40 in none (no document holds the fact 28, no document holds the fact or"
                + " retrieval 6,");
  }

  @Test
  void theFaultyModuleIsNamed() {
    assertThat(causes("short_sighted")).containsOnlyKeys("retrieval");
    assertThat(causes("careless")).containsOnlyKeys("model");
    Map<String, Long> lossy = causes("lossy");
    assertThat(lossy.get("retrieval")).isGreaterThan(2 * lossy.getOrDefault("model", 0L));
    assertThat(causes("whole")).isEmpty();
  }

  /**
   * The paper's point (section 4.2). Where short questions are asked mostly about what no document
   * holds, and long ones mostly about the rest, the accuracy of the weak side is the higher one;
   * robustness leaves the gaps out and is not misled.
   */
  @Test
  void accuracyOfAnUnbalancedSampleNamesTheWrongSideAndRobustnessTheRightOne() {
    TreeMap<String, List<Row>> answers = new TreeMap<>();
    store
        .read(Tables.SCORES)
        .where("metric = 'database_answer.correct' AND status = 'ok' AND system = 'short_sighted'")
        .select("case_id", "value")
        .join(store.read(Tables.TEST_CASES), "case_id")
        .selectExpr("group_id", "attributes['length'] AS side", "value")
        .collectAsList()
        .forEach(
            row ->
                answers
                    .computeIfAbsent(row.getAs("group_id"), group -> new ArrayList<>())
                    .add(row));
    List<SideCounts> sample = new ArrayList<>();
    int[] seen = new int[2];
    answers.forEach(
        (group, rows) -> {
          boolean gap = rows.stream().noneMatch(row -> row.<Double>getAs("value") == 1);
          // Of the side that is asked less, every fifth group, in the order of their keys.
          boolean fifth = seen[gap ? 1 : 0]++ % 5 == 0;
          String rare = gap ? "long" : "short";
          for (Row row : rows) {
            if (fifth || !row.getAs("side").equals(rare)) {
              int correct = row.<Double>getAs("value") == 1 ? 1 : 0;
              sample.add(new SideCounts(group, row.getAs("side"), 1, correct, 0, 0, gap));
            }
          }
        });
    Map<String, SideFigures> sides = new TreeMap<>();
    Sides.of(
            sample,
            Sampling.AS_ASKED,
            Isolation.NONE,
            new Resampling(200, .95, 1),
            IntervalMethod.LINEARISED)
        .figures()
        .forEach(figures -> sides.put(figures.side(), figures));
    assertThat(sides.get("short").accuracy().estimate())
        .isLessThan(sides.get("long").accuracy().estimate());
    assertThat(sides.get("short").robustness().orElseThrow().estimate())
        .isGreaterThan(sides.get("long").robustness().orElseThrow().estimate() + .2);
  }

  private static Row contrast(String system) {
    return store
        .read(Tables.GRAMMAR_CONTRASTS)
        .where(
            "sampling = 'stratified' AND isolated = 'none' AND measured = 'robustness'"
                + " AND side_a = 'short' AND side_b = 'long'")
        .where(col("system").equalTo(system))
        .head();
  }

  /** Non-robust groups by cause. */
  private static Map<String, Long> causes(String system) {
    Map<String, Long> causes = new TreeMap<>();
    groups(system).stream()
        .filter(row -> row.getAs("kind").equals("non_robust"))
        .forEach(row -> causes.merge(String.valueOf(row.<Object>getAs("cause")), 1L, Long::sum));
    return causes;
  }

  private static List<Row> groups(String system) {
    return store
        .read(Tables.GRAMMAR_GROUPS)
        .where(col("system").equalTo(system))
        .select("sql", "kind", "cause")
        .collectAsList();
  }
}
