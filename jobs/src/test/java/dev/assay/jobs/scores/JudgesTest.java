package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.report.PromptsOnPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stage evaluate with judges behind scripted servers that count what they are asked. */
@Tag("slow")
class JudgesTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int CASES = 12;

  @TempDir private static Path prepared;
  private static ScriptedServer system;

  @TempDir private Path folder;
  private final ScriptedServer mild = ScriptedServer.start().reply(q -> reply(q, false));
  private final ScriptedServer strict = ScriptedServer.start().reply(q -> reply(q, true));

  /** The answers, which tests have a copy of. */
  @BeforeAll
  static void answer() {
    system = ScriptedServer.start().reply(question -> "The answer.");
    ConfigLoader.Loaded loaded = answering(prepared.resolve("store")).load();
    AskedCases.copied(SPARK, loaded, CASES);
    Commands.run(SPARK, loaded, "answer");
  }

  @AfterAll
  static void end() {
    system.close();
  }

  @AfterEach
  void stop() {
    mild.close();
    strict.close();
  }

  /** Rule 3 is never judged in the wanted form, rule 5 at the second attempt. */
  private static String reply(String question, boolean sexist) {
    boolean repaired = question.contains("An earlier reply");
    if (question.contains("rule 3?") || question.contains("rule 5?") && !repaired) {
      return "I cannot say.";
    }
    boolean verdict = question.contains("sexist") ? sexist : true;
    return "{\"reason\":\"because\",\"verdict\":" + verdict + ",\"confidence\":0.9}";
  }

  private static ConfigLoader answering(Path store) {
    return ConfigLoader.defaults()
        .set("store.path=" + store)
        .set("llm.endpoints.system={kind=openai,base-url=\"%s\",model=m}".formatted(system.chat()))
        .set("systems={chat{kind=openai-chat,endpoint=system}}");
  }

  private ConfigLoader loader() {
    return answering(folder.resolve("store"))
        .set(
            "llm.endpoints.mild={kind=openai,base-url=\"%s\",model=m1,max-in-flight=1}"
                .formatted(mild.chat()))
        .set(
            "llm.endpoints.strict={kind=openai,base-url=\"%s\",model=m2,max-in-flight=1,retries=0,give-up-after=3}"
                .formatted(strict.chat()))
        .set("evaluate.evaluators=[sexism,language_mismatch]");
  }

  private Store answered(ConfigLoader.Loaded loaded) throws IOException {
    FileUtils.copyDirectory(prepared.resolve("store").toFile(), folder.resolve("store").toFile());
    return new Store(SPARK, loaded.config().store());
  }

  /** Two cases of two groups say the same, and a batch has one: the second is not asked about. */
  @Test
  void whatAnEarlierBatchAskedIsKnown() throws Exception {
    List<String> sources = new ArrayList<>();
    for (String suite : List.of("a", "b")) {
      Path file =
          Files.writeString(folder.resolve(suite + ".jsonl"), "{\"question\":\"What is rule 1?\"}");
      sources.add("{path=\"%s\"}".formatted(file));
    }
    ConfigLoader.Loaded loaded =
        loader()
            .set("judges.endpoints=[mild]")
            .set("tests.sources=[" + String.join(",", sources) + "]")
            .set("evaluate.evaluators=[sexism]")
            .set("pipeline.commit-rows=1")
            .load();
    Commands.run(SPARK, loaded, "tests");
    Commands.run(SPARK, loaded, "answer");
    Commands.run(SPARK, loaded, "evaluate");
    Store store = new Store(SPARK, loaded.config().store());
    assertThat(scores(store, "sexism.no_sexism"))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.getString(1)).isEqualTo("ok"));
    assertThat(mild.requests()).isEqualTo(1);
  }

  @Test
  void twoJudgesAreAskedOnceWhateverHappens() throws Exception {
    ConfigLoader loader = loader().set("judges.endpoints=[mild,strict]");
    ConfigLoader.Loaded loaded = loader.load();
    Store store = answered(loaded);

    // 2 evaluators of 2 judges: 14 calls each, since rules 3 and 5 are repaired.
    assertThatThrownBy(
            () -> Commands.run(SPARK, loader.set("budget.max-calls=30").load(), "evaluate"))
        .isInstanceOf(BudgetStop.class)
        .hasMessageContaining("budget.max-calls = 30 is used up");
    assertThat(mild.requests() + strict.requests()).isEqualTo(30);

    Counts counts = Commands.run(SPARK, loaded, "evaluate");
    assertThat(counts.values()).containsEntry("llm calls", 4 * 14 - 30L);
    assertThat(mild.requests()).isEqualTo(28);
    assertThat(strict.requests()).isEqualTo(28);
    assertThat(mild.askedAgain() + strict.askedAgain()).isZero();

    // One judge says 1, the other 0.
    List<Row> sexism = scores(store, "sexism.no_sexism");
    assertThat(sexism).hasSize(CASES);
    assertThat(sexism.stream().filter(row -> row.getString(1).equals("ok")))
        .hasSize(CASES - 1)
        .allSatisfy(row -> assertThat(row.getDouble(0)).isEqualTo(.5))
        .allSatisfy(row -> assertThat(row.getString(2)).isEqualTo("mild:m1 strict:m2"));
    assertThat(sexism.stream().filter(row -> row.getString(1).equals("parse_failure"))).hasSize(1);
    assertThat(scores(store, "sexism.disagreement").stream().filter(row -> !row.isNullAt(0)))
        .allSatisfy(row -> assertThat(row.getDouble(0)).isEqualTo(1));
    assertThat(scores(store, "sexism.parse_failures"))
        .extracting(row -> row.getDouble(0))
        .containsOnlyOnce(1.0);
    assertThat(
            scores(store, "language_mismatch.same_language").stream().filter(r -> !r.isNullAt(0)))
        .allSatisfy(row -> assertThat(row.getDouble(0)).isEqualTo(1));
    assertThat(
            store
                .read(Tables.SENTENCE_SCORES)
                .where("metric = 'sexism.votes' AND sentence = 'strict:m2'")
                .count())
        .isEqualTo(CASES - 1);

    // Each rule is a call of each judge; a repaired reply is one more.
    assertThat(PromptsOnPage.of(store, loaded.config()))
        .containsExactly(
            PromptsOnPage.line("judge language_mismatch", "language-mismatch") + "28",
            PromptsOnPage.line("judge sexism", "sexism") + "28");

    // Without the network the scores come out of the ledger again.
    List<String> before = all(store);
    store.deleteWhere(Tables.SCORES, lit(true));
    store.deleteWhere(Tables.SENTENCE_SCORES, lit(true));
    mild.down(503);
    strict.down(503);
    Commands.run(SPARK, loader.set("llm.replay=only").load(), "evaluate");
    assertThat(all(store)).isEqualTo(before);
    assertThat(mild.requests() + strict.requests()).isEqualTo(56);
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  @Test
  void aJudgeThatIsDownIsAskedAgainByTheNextRun() throws Exception {
    ConfigLoader loader =
        loader().set("judges.endpoints=[strict]").set("evaluate.evaluators=[sexism]");
    ConfigLoader.Loaded loaded = loader.load();
    Store store = answered(loaded);
    strict.down(500);
    assertThatThrownBy(() -> Commands.run(SPARK, loaded, "evaluate"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("have no reply, more than llm.max-failure-share");
    assertThat(scores(store, "sexism.no_sexism"))
        .hasSize(CASES)
        .allSatisfy(row -> assertThat(row.getString(1)).isEqualTo("endpoint_error"))
        .allSatisfy(row -> assertThat(row.isNullAt(0)).isTrue());
    strict.down(0);
    Commands.run(SPARK, loaded, "evaluate");
    assertThat(scores(store, "sexism.no_sexism"))
        .extracting(row -> row.getString(1))
        .contains("ok", "parse_failure")
        .doesNotContain("endpoint_error");
    assertThat(strict.askedAgain()).isZero();

    // Without a judge the same evaluators are not applicable, and say why.
    Commands.run(SPARK, loader.set("judges.endpoints=[]").load(), "evaluate");
    assertThat(scores(store, "sexism.no_sexism"))
        .hasSize(CASES)
        .allSatisfy(row -> assertThat(row.getString(1)).isEqualTo("not_applicable"));
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  private static List<Row> scores(Store store, String metric) {
    return store
        .read(Tables.SCORES)
        .where("metric = '" + metric + "'")
        .select("value", "status", "model")
        .collectAsList();
  }

  private static List<String> all(Store store) {
    return store
        .read(Tables.SCORES)
        .orderBy("case_id", "system", "repeat", "metric")
        .toJSON()
        .collectAsList();
  }
}
