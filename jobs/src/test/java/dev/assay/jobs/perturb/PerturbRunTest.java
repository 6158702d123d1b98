package dev.assay.jobs.perturb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.BankQuestions;
import dev.assay.jobs.Commands;
import dev.assay.jobs.Stages;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.llm.Json;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Twins from the command to the tables: an embedded system, and a chat that says whatever an attack
 * wants and else always the same.
 */
@Tag("slow")
class PerturbRunTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final Pattern GOAL = Pattern.compile("QUILL-\\d{4}");
  private static final int CASES = 5;
  private static final String ENTRIES =
      "perturb.entries=[{perturbators=[keyboard_typo]},{perturbators=[keyboard_typo],intensity=extreme},"
          + "{perturbators=[copy]},{perturbators=[injection]},{perturbators=[jailbreak]},{perturbators=[gender]},"
          + "{perturbators=[filler,case],name=chatty},{perturbators=[out_of_scope]},{perturbators=[other_topic]}]";

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start().reply(PerturbRunTest::reply);

  @AfterEach
  void stop() {
    server.close();
  }

  private static String reply(String message) {
    if (message.contains("Do both answers tell")) {
      return Json.write(
          Json.object().put("reason", "I compared.").put("verdict", true).put("confidence", 1));
    }
    Matcher goal = GOAL.matcher(message);
    return goal.find() ? "Sure: " + goal.group() : "The gold card costs 11 dollars.";
  }

  private ConfigLoader loader() throws Exception {
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      Files.writeString(corpus.resolve("p" + i + ".txt"), BankQuestions.document(i));
      questions.add(
          "{\"question\":\"How much is the monthly fee of the card number %d for a new customer?\",\"expected_answer\":\"11 dollars\"}"
              .formatted(i));
    }
    Path suite = Files.write(folder.resolve("suite.jsonl"), questions);
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve("store"))
        .set("store.schema=twins")
        .set("report.path=" + folder.resolve("report.html"))
        .set("corpus.sources=[{path=\"" + corpus + "\"}]")
        .set("tests.sources=[{path=\"" + suite + "\"}]")
        .set("llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()))
        .set("systems={chat{kind=openai-chat,endpoint=e},dense{kind=embedded,retriever=dense}}")
        .set("pipeline.stages=[ingest,embed,tests,perturb,answer,evaluate,analyze]")
        .set("answer.repeats=2")
        .set("judges.endpoints=[e]")
        .set("analyze.replicates=100")
        .set("evaluate.thresholds={\"token_f1.token_f1\"=0.3}")
        .set(
            "evaluate.evaluators=[token_f1,adversarial_robustness,counterfactual_bias,self_consistency,selfcheck]")
        .set(ENTRIES);
  }

  @Test
  void twinsAreMadeAskedMeasuredAndCompared() throws Exception {
    ConfigLoader.Loaded loaded = loader().load();
    Store store = new Store(SPARK, loaded.config().store());
    Commands.run(SPARK, loaded, "ingest");
    Commands.run(SPARK, loaded, "embed");
    Commands.run(SPARK, loaded, "tests");
    Counts made = Commands.run(SPARK, loaded, "perturb");
    twins(store, made);
    for (String stage : List.of("answer", "evaluate", "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
    evaluators(store);
    robustness(store);
    // The leaderboard is about the questions as they were asked.
    assertThat(
            store
                .read(Tables.LEADERBOARD)
                .where("slice = 'all' AND metric = 'token_f1.token_f1' AND dimension = ''")
                .select("n_groups")
                .distinct()
                .collectAsList())
        .extracting(row -> row.getLong(0))
        .containsExactly((long) CASES);
    page(store, loaded);
    new Views(SPARK, store, loaded.config().store()).create();
    assertThat(SPARK.sql("SELECT * FROM twins.v_robustness").count())
        .isEqualTo(store.read(Tables.ROBUSTNESS).count());
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  private static void twins(Store store, Counts made) {
    assertThat(made.values()).containsEntry("cases to change", (long) CASES);
    assertThat(count(store, "perturbation = 'keyboard_typo'")).isEqualTo(2 * CASES);
    assertThat(count(store, "perturbation = 'chatty' AND intensity = 'medium'")).isEqualTo(CASES);
    assertThat(count(store, "perturbation = 'copy' AND edit_distance = 0 AND intensity IS NULL"))
        .isEqualTo(CASES);
    assertThat(
            count(store, "perturbation = 'out_of_scope' AND (answerable OR expected_answer <> '')"))
        .isZero();
    assertThat(count(store, "perturbation IS NOT NULL AND group_id <> parent_case_id")).isZero();
    // Nothing is stratified, so no words of other topics are known.
    assertThat(count(store, "perturbation = 'other_topic'")).isZero();
    assertThat(
            store
                .read(Tables.REJECTED)
                .where("stage = 'perturb' AND reason LIKE '%no topics (stage stratify)%'")
                .count())
        .isEqualTo(CASES);
  }

  private static long count(Store store, String where) {
    return store.read(Tables.TEST_CASES).where(where).count();
  }

  private static void evaluators(Store store) {
    for (String metric :
        List.of(
            "adversarial_robustness.adversarial_robustness",
            "counterfactual_bias.consistency",
            "self_consistency.rouge_l")) {
      assertThat(
              store
                  .read(Tables.SET_SCORES)
                  .where("slice = 'all' AND status = 'ok' AND metric = '" + metric + "'")
                  .count())
          .as(metric)
          .isEqualTo(2);
    }
    assertThat(
            store
                .read(Tables.SCORES)
                .where("metric = 'selfcheck.self_check' AND repeat = 0 AND status = 'ok'")
                .count())
        .isPositive();
    // The chat does what every attack wants; the embedded system quotes documents.
    assertThat(
            store
                .read(Tables.SET_SCORES)
                .where("metric = 'adversarial_robustness.attack_success_rate' AND slice = 'all'")
                .where("system = 'chat'")
                .head()
                .<Double>getAs("value"))
        .isEqualTo(1);
  }

  private static void robustness(Store store) {
    for (String attack : List.of("injection", "jailbreak")) {
      assertThat(rate(store, "chat", attack, "attack.goal_reached")).isEqualTo(1);
      assertThat(rate(store, "dense", attack, "attack.goal_reached")).isZero();
    }
    // The chat says the same whatever the typos: no drop and no flip in either degree, and all.
    List<Row> typos =
        store
            .read(Tables.ROBUSTNESS)
            .where(
                "system = 'chat' AND perturbation = 'keyboard_typo' AND metric ="
                    + " 'token_f1.token_f1'")
            .orderBy("intensity")
            .collectAsList();
    assertThat(typos)
        .extracting(row -> row.<String>getAs("intensity"))
        .containsExactly("all", "extreme", "medium");
    assertThat(typos).extracting(row -> row.<Double>getAs("drop")).containsOnly(0.0);
    assertThat(typos).extracting(row -> row.<Long>getAs("flips")).containsOnly(0L);
    assertThat(typos).extracting(row -> row.<Long>getAs("n_groups")).containsOnly((long) CASES);
    assertThat(typos).extracting(row -> row.<String>getAs("meaning")).containsOnly("preserved");
    assertThat(typos.get(1).<Double>getAs("mean_distance"))
        .isGreaterThan(typos.get(2).<Double>getAs("mean_distance"));
    // Of what follows an attack, nothing is left of the answer.
    Row attacked =
        store
            .read(Tables.ROBUSTNESS)
            .where(
                "system = 'chat' AND perturbation = 'injection' AND metric = 'token_f1.token_f1'")
            .head();
    assertThat(attacked.<Double>getAs("drop")).isPositive();
    // All of them fail, so the least change that does is the least of all; of two, the first.
    Row least =
        store
            .read(Tables.TEST_CASES)
            .where("perturbation = 'injection'")
            .orderBy("edit_distance", "case_id")
            .head();
    assertThat(attacked.<Long>getAs("flips")).isEqualTo(2 * CASES);
    assertThat(attacked.<Long>getAs("least_failing_distance"))
        .isEqualTo(least.<Long>getAs("edit_distance"));
    assertThat(attacked.<String>getAs("least_failing_case_id")).isEqualTo(least.getAs("case_id"));
    // All questions drop by the same: the bound for groups that do not differ is wide.
    assertThat(attacked.<Double>getAs("ci_low")).isLessThan(attacked.<Double>getAs("drop"));
    assertThat(attacked.getList(attacked.fieldIndex("worst_case_ids"))).isNotEmpty();
    // Of each perturbation that all questions have a twin by, the same drop with a band.
    List<Row> surface =
        store
            .read(Tables.ROBUSTNESS_SURFACE)
            .where(
                "system = 'chat' AND perturbation = 'injection' AND metric = 'token_f1.token_f1'")
            .collectAsList();
    assertThat(surface).hasSize(1);
    assertThat(surface.get(0).<Double>getAs("drop"))
        .isCloseTo(attacked.<Double>getAs("drop"), within(1e-6));
    assertThat(surface.get(0).<Double>getAs("band_low"))
        .isLessThan(surface.get(0).<Double>getAs("drop"));
  }

  private void page(Store store, ConfigLoader.Loaded loaded) {
    String html =
        new ReportPage(
                store, loaded.config(), Evaluators.all().stream().map(Evaluator::spec).toList())
            .html(Instant.parse("2026-01-01T00:00:00Z"));
    String section = html.substring(html.indexOf("<section id=\"robustness\">"));
    section = section.substring(0, section.indexOf("</section>"));
    assertThat(section)
        .contains("<td dir=\"auto\">jailbreak</td><td class=\"num\">100 %")
        .contains(
            "<th scope=\"col\" class=\"num\">medium</th><th scope=\"col\""
                + " class=\"num\">extreme</th>")
        .contains("QUILL-")
        .doesNotContain("NaN");
  }

  private static double rate(Store store, String system, String perturbation, String metric) {
    return store
        .read(Tables.ROBUSTNESS)
        .where("system = '%s' AND perturbation = '%s'".formatted(system, perturbation))
        .where("intensity = 'all' AND metric = '" + metric + "'")
        .head()
        .<Double>getAs("flip_rate");
  }

  @Test
  void aDryRunCountsAndNoMoreIsMadeThanAllowed() throws Exception {
    ConfigLoader.Loaded loaded = loader().set("perturb.max-cases=10").load();
    assertThat(String.join(" ", Stages.of("perturb").plan(loaded.config()).notes()))
        .contains("at most 10 twins: 9 of each of at most 5 cases");
    Commands.run(SPARK, loaded, "tests");
    // 10 / 9 entries: one case is changed.
    assertThat(Commands.run(SPARK, loaded, "perturb").values())
        .containsEntry("cases to change", 1L)
        .containsEntry("cases left as they are", 4L);
  }

  /**
   * Questions that came with recorded answers are asked, changed, of a system that can be asked.
   */
  @Test
  void recordedQuestionsAreChangedAndAskedOfWhoCanBeAsked() throws Exception {
    Path answers =
        Files.writeString(
            folder.resolve("answers.jsonl"),
            "{\"question\":\"How much is the monthly fee of the gold card?\",\"answer\":\"11"
                + " dollars\",\"expected_answer\":\"11 dollars\"}\n"
                + "{\"question\":\"How large is the fee of the silver card?\",\"answer\":\"12"
                + " dollars\",\"expected_answer\":\"11 dollars\"}\n");
    ConfigLoader base =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()))
            .set("perturb.recorded=true")
            .set("perturb.entries=[{perturbators=[keyboard_typo]}]")
            .set("systems.old={kind=table,path=\"" + answers + "\"}");
    Commands.run(SPARK, base.load(), "answer");
    ConfigLoader.Loaded both = base.set("systems.chat={kind=openai-chat,endpoint=e}").load();
    assertThat(Commands.run(SPARK, both, "perturb").values())
        .containsEntry("cases to change", 2L)
        .containsEntry("twins", 2L);
    Commands.run(SPARK, both, "answer");
    Store store = new Store(SPARK, both.config().store());
    // The chat has both questions and their twins; who was recorded has the questions alone.
    assertThat(store.read(Tables.RESPONSES).where("system = 'chat'").count()).isEqualTo(4);
    assertThat(store.read(Tables.RESPONSES).where("system = 'old'").count()).isEqualTo(2);
    assertThat(
            store
                .read(Tables.RESPONSES)
                .where("system = 'chat'")
                .join(store.read(Tables.TEST_CASES).drop("attributes"), "case_id")
                .where("perturbation = 'keyboard_typo' AND group_id = parent_case_id")
                .count())
        .isEqualTo(2);
  }
}
