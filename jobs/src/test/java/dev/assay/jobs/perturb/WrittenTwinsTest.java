package dev.assay.jobs.perturb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.Stages;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.llm.Json;
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
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twins whose words a scripted model writes, from the command: well for some, badly for others. */
@Tag("slow")
class WrittenTwinsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final Pattern CARD = Pattern.compile("number (\\d)");
  private static final int CASES = 7;

  @TempDir private static Path prepared;

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start().reply(WrittenTwinsTest::reply);

  @AfterEach
  void stop() {
    server.close();
  }

  /** Cards 0 and 1 are reworded well; of the others each reply is wrong in its own way. */
  private static String reply(String message) {
    Matcher card = CARD.matcher(message);
    String number = card.find() ? card.group(1) : "?";
    if (message.contains("Ask the same in other words")) {
      return switch (number) {
        case "0", "1" ->
            said(
                "question",
                "What does a new customer pay every month for card number " + number + "?");
        case "2" -> said("question", "What does a new customer pay every month for card number 9?");
        case "3" ->
            said(
                "question",
                "Wie hoch ist die monatliche Gebühr der Karte number 3 für einen neuen Kunden?");
        case "4" ->
            said("question", "A new customer pays 11 dollars every month for card number 4.");
        case "5" ->
            said(
                "question",
                "how much is the monthly fee, of the card number 5 for a new customer?");
        default -> "I will not.";
      };
    }
    if (message.contains("something false")) {
      return number.equals("2")
          ? said("statement", "The moon is made of cheese.")
          : said(
              "statement", "Every customer knows that card number %s is free.".formatted(number));
    }
    return "The card costs 11 dollars.";
  }

  private static String said(String name, String text) {
    return Json.write(Json.object().put(name, text));
  }

  /** The questions, which every test has a copy of. */
  @BeforeAll
  static void questions() throws Exception {
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      questions.add(
          "{\"question\":\"How much is the monthly fee of the card number %d for a new customer?\",\"expected_answer\":\"11 dollars\"}"
              .formatted(i));
    }
    Files.write(prepared.resolve("suite.jsonl"), questions);
    Commands.run(SPARK, suite(prepared.resolve("store")).load(), "tests");
  }

  private static ConfigLoader suite(Path store) {
    return ConfigLoader.defaults()
        .set("store.path=" + store)
        .set("tests.sources=[{path=\"" + prepared.resolve("suite.jsonl") + "\"}]");
  }

  @BeforeEach
  void copy() throws IOException {
    FileUtils.copyDirectory(prepared.resolve("store").toFile(), folder.resolve("store").toFile());
  }

  private ConfigLoader loader() {
    return suite(folder.resolve("store"))
        .set("llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()))
        .set("systems={chat{kind=openai-chat,endpoint=e}}")
        .set("pipeline.stages=[tests,perturb,answer,evaluate,analyze]")
        .set("analyze.replicates=100")
        .set("evaluate.evaluators=[token_f1]")
        .set("perturb.endpoint=e")
        .set(
            "perturb.entries=[{perturbators=[paraphrase]},{perturbators=[paraphrase,filler],name=chatty},{perturbators=[written_misinformation]},{perturbators=[copy]}]");
  }

  @Test
  void whatAModelRewordsWellIsAskedAndWhatItChangesIsRejectedWithTheReason() throws Exception {
    ConfigLoader.Loaded loaded = loader().load();
    Store store = new Store(SPARK, loaded.config().store());
    Map<String, Long> counts = Commands.run(SPARK, loaded, "perturb").values();
    // A call for each question and perturbator, not for each entry; and one repair, of card 6.
    assertThat(server.requests()).isEqualTo(2 * CASES + 1);
    assertThat(store.read(Tables.LLM_CALLS).where("purpose = 'perturb'").count())
        .isEqualTo(2 * CASES + 1);
    assertThat(counts).containsEntry("entries not applicable", 0L);

    List<Row> twins =
        store
            .read(Tables.TEST_CASES)
            .where("perturbation = 'paraphrase'")
            .orderBy("question")
            .collectAsList();
    assertThat(twins)
        .extracting(row -> row.<String>getAs("question"))
        .containsExactly(
            "What does a new customer pay every month for card number 0?",
            "What does a new customer pay every month for card number 1?");
    assertThat(twins)
        .allSatisfy(
            row -> {
              assertThat(row.<String>getAs("expected_answer")).isEqualTo("11 dollars");
              assertThat(row.<String, String>getJavaMap(row.fieldIndex("attributes")))
                  .containsEntry("perturbation_meaning", "preserved");
            });
    assertThat(
            store
                .read(Tables.TEST_CASES)
                .where("perturbation = 'chatty' AND question RLIKE '[01]'")
                .count())
        .as("a step by rules follows the reply")
        .isEqualTo(2);
    assertThat(
            store
                .read(Tables.TEST_CASES)
                .where("perturbation = 'written_misinformation' AND expected_answer IS NULL")
                .where(
                    "question LIKE 'Every customer knows that card number _ is free. How much is"
                        + " the monthly fee%'")
                .count())
        .isEqualTo(CASES - 1);
    rejections(store);

    List<Row> first = store.read(Tables.TEST_CASES).orderBy("case_id").collectAsList();
    server.down(503);
    assertThat(Commands.run(SPARK, loaded, "perturb").values())
        .as("the ledger has the replies")
        .containsEntry("twins new or changed", 0L);
    assertThat(store.read(Tables.TEST_CASES).orderBy("case_id").collectAsList()).isEqualTo(first);
    server.down(0);
    analysed(loaded, store);
  }

  private static void rejections(Store store) {
    Map<String, String> expected =
        Map.of(
            "2", "paraphrase: '2' is not in both as often",
            "3", "the reply is in deu, the question in eng",
            "4", "the reply is no question any more",
            "5", "the reply has the same words in the same order",
            "6", "parse_failure");
    expected.forEach(
        (card, reason) ->
            assertThat(
                    store
                        .read(Tables.REJECTED)
                        .where("stage = 'perturb' AND reason LIKE 'paraphrase: %'")
                        .where("row LIKE '%number " + card + "%'")
                        .select("reason")
                        .head()
                        .getString(0))
                .contains(reason));
    assertThat(
            store
                .read(Tables.REJECTED)
                .where("reason LIKE '%names nothing that the question is about%cheese%'")
                .count())
        .isEqualTo(1);
  }

  /** The chat says the same of every wording. */
  private static void analysed(ConfigLoader.Loaded loaded, Store store) throws Exception {
    for (String stage : List.of("answer", "evaluate", "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
    Row row =
        store
            .read(Tables.ROBUSTNESS)
            .where("perturbation = 'paraphrase' AND metric = 'token_f1.token_f1'")
            .head();
    assertThat(row.<Double>getAs("drop")).isZero();
    assertThat(row.<Long>getAs("n_groups")).isEqualTo(2);
    assertThat(new CheckTables(store).violations()).isEmpty();
    assertThat(PromptsOnPage.of(store, loaded.config()))
        .contains(PromptsOnPage.line("perturb", "perturb/paraphrase") + "15")
        .anyMatch(text -> text.startsWith("perturb perturb/misinformation 1 "));
  }

  @Test
  void withoutAnEndpointTheEntryIsNotApplicableAndTheOthersAreMade() throws Exception {
    ConfigLoader.Loaded loaded = loader().set("perturb.endpoint=null").load();
    Store store = new Store(SPARK, loaded.config().store());
    Plan plan = Stages.of("perturb").plan(loaded.config());
    assertThat(plan.llmCalls()).isZero();
    assertThat(String.join("\n", plan.notes()))
        .contains("chatty: not_applicable: a language model");
    assertThat(Commands.run(SPARK, loaded, "perturb").values())
        .containsEntry("entries not applicable", 3L)
        .containsEntry("twins", (long) CASES);
    assertThat(server.requests()).isZero();
    assertThat(
            store
                .read(Tables.REJECTED)
                .where("source = 'paraphrase'")
                .select("reason")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly(
            "paraphrase: not_applicable: a language model writes 'paraphrase', and perturb.endpoint"
                + " names none of llm.endpoints");
  }

  @Test
  void aDryRunCountsTheCallsAndABudgetEndsThem() throws Exception {
    ConfigLoader.Loaded loaded = loader().set("perturb.parameters={max-tokens=100}").load();
    Plan plan = Stages.of("perturb").plan(loaded.config());
    // Two perturbators by a model, each once for a question.
    assertThat(plan.llmCalls()).isEqualTo(2 * CASES);
    assertThat(plan.llmTokens()).isGreaterThan(2 * CASES * 100L);
    assertThat(Stages.of("perturb").files(loaded.config()))
        .contains("perturb/paraphrase 1 ", "perturb/misinformation 1 ");
    assertThatThrownBy(
            () -> Commands.run(SPARK, loader().set("budget.max-calls=4").load(), "perturb"))
        .isInstanceOf(BudgetStop.class);
    assertThat(server.requests()).isEqualTo(4);
    server.reply(message -> "no");
    assertThatThrownBy(() -> Commands.run(SPARK, loader().load(), "perturb"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining(
            "(perturb.endpoint) have no usable reply, more than llm.max-failure-share");
  }
}
