package dev.assay.jobs.questions;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankQuestions;
import dev.assay.jobs.BankStore;
import dev.assay.jobs.Commands;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stage generate with provider endpoint, from a corpus to test cases, on a scripted model. */
@Tag("slow")
class EndpointGenerateTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int PER_CHUNK = 2;

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  private ConfigLoader loader() {
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve("store"))
        .set("stratify.min-k=2")
        .set("stratify.max-k=2")
        .set("sample.size=" + BankQuestions.PRODUCTS.size())
        .set("llm.endpoints={gpt{kind=openai,base-url=\"" + server.chat() + "\",model=m7}}")
        .set("generate.provider=endpoint")
        .set("generate.endpoint=gpt")
        .set("generate.parameters={temperature=0,max-tokens=900}")
        .set("generate.per-chunk=" + PER_CHUNK)
        .set("generate.difficulties=[easy,hard]")
        .set("generate.query-types=[numeric,yes_no,multiple_choice,comparison,unanswerable]");
  }

  @BeforeEach
  void corpus() {
    BankStore.sampled(folder.resolve("store"));
  }

  private Store store() {
    return new Store(SPARK, loader().load().config().store());
  }

  @Test
  void goodQuestionsBecomeCasesAndTheOthersAreKeptWithTheReason() {
    server.reply(new BankQuestions(true)::reply);
    Map<String, Long> counts = Commands.run(SPARK, loader().load(), "generate").values();
    Store store = store();
    List<Row> cases = store.read(Tables.TEST_CASES).orderBy("case_id").collectAsList();

    // Every quota is 2 questions for each of 12 chunks in all: filled, or missing and told.
    long quota = (long) PER_CHUNK * BankQuestions.PRODUCTS.size();
    assertThat(cases.size() + counts.get("shortfall")).isEqualTo(quota);
    assertThat(cases).hasSizeGreaterThan(8);
    assertThat(counts).containsEntry("test cases", (long) cases.size());
    assertThat(
            counts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("shortfall "))
                .mapToLong(Map.Entry::getValue)
                .sum())
        .isEqualTo(counts.get("shortfall"));
    checkCases(store, cases);

    Set<String> reasons = new TreeSet<>();
    for (Row row : store.read(Tables.REJECTED).where("stage = 'generate'").collectAsList()) {
      String reason = row.<String>getAs("reason").split(":", 2)[0];
      reasons.add(reason);
      assertThat(counts).containsKey("rejected " + reason);
      assertThat(row.<String>getAs("row")).isNotBlank();
    }
    // Which product is asked for which type depends on the documents' ids, and so on the folder.
    assertThat(reasons).contains("no_reply").hasSizeGreaterThanOrEqualTo(5);
    assertThat(new CheckTables(store).violations()).isEmpty();
    assertThat(PromptsOnPage.of(store, loader().load().config()))
        .filteredOn(line -> line.startsWith("generate "))
        .hasSizeGreaterThanOrEqualTo(4)
        .anyMatch(l -> l.startsWith(PromptsOnPage.line("generate", "generate/facts")))
        .anyMatch(l -> l.startsWith(PromptsOnPage.line("generate", "generate/answerable")))
        .anyMatch(l -> l.startsWith(PromptsOnPage.line("generate", "generate/numeric")))
        .anyMatch(l -> l.startsWith(PromptsOnPage.line("generate", "generate/yes_no")));

    // With the network off the ledger gives the same cases.
    int requests = server.requests();
    server.down(503);
    store.deleteWhere(Tables.TEST_CASES, lit(true));
    Commands.run(SPARK, loader().set("llm.replay=only").load(), "generate");
    assertThat(server.requests()).isEqualTo(requests);
    assertThat(keys(store))
        .isEqualTo(cases.stream().map(row -> row.<String>getAs("case_id")).toList());
  }

  private static void checkCases(Store store, List<Row> cases) {
    Map<String, String> texts = new java.util.HashMap<>();
    store
        .read(Tables.CHUNKS)
        .select("chunk_id", "text")
        .collectAsList()
        .forEach(row -> texts.put(row.getString(0), row.getString(1)));
    double weights = 0;
    for (Row row : cases) {
      boolean answerable = row.getAs("answerable");
      boolean unanswerable = row.getAs("query_type").equals("unanswerable");
      assertThat(answerable).isNotEqualTo(unanswerable);
      assertThat(row.<Object>getAs("expected_answer") == null).isEqualTo(unanswerable);
      assertThat(row.<String>getAs("question")).doesNotContain("<", "passage", "ignore");
      List<String> sources = row.getList(row.fieldIndex("source_chunk_ids"));
      List<String> facts = row.getList(row.fieldIndex("facts"));
      assertThat(facts)
          .allMatch(fact -> sources.stream().anyMatch(id -> texts.get(id).contains(fact)));
      assertThat(sources).hasSize(row.getAs("query_type").equals("comparison") ? 2 : 1);
      assertThat(row.<String>getAs("provenance"))
          .contains("model m7", "generate/facts 1 ", "generate/answerable 1 ");
      weights += row.<Double>getAs("sampling_weight");
    }
    // Strata where a case speaks have the weight of all their chunks.
    assertThat(weights).isCloseTo(BankQuestions.PRODUCTS.size(), within(1e-9));
  }

  private static List<String> keys(Store store) {
    return store
        .read(Tables.TEST_CASES)
        .select("case_id")
        .orderBy("case_id")
        .as(Encoders.STRING())
        .collectAsList();
  }

  @Test
  void aBudgetThatEndsKeepsTheRepliesAndTheNextRunAsksTheRest() {
    server.reply(new BankQuestions(false)::reply);
    // One round: what is asked again for quotas that are not filled has a test above.
    ConfigLoader once = loader().set("generate.rounds=1");
    Store store = store();
    assertThatThrownBy(
            () -> Commands.run(SPARK, once.set("budget.max-calls=20").load(), "generate"))
        .isInstanceOf(BudgetStop.class)
        .hasMessageContaining("budget.max-calls = 20 is used up");
    assertThat(server.requests()).isEqualTo(20);
    assertThat(store.read(Tables.LLM_CALLS).where("purpose = 'generate'").count()).isEqualTo(20);
    assertThat(store.read(Tables.TEST_CASES).isEmpty()).isTrue();

    Map<String, Long> counts = Commands.run(SPARK, once.load(), "generate").values();
    assertThat(server.askedAgain()).isZero();
    assertThat(server.requests())
        .isEqualTo((int) store.read(Tables.LLM_CALLS).where(col("status").equalTo("ok")).count());
    assertThat(counts.get("test cases")).isGreaterThan(16);
    assertThat(
            counts.getOrDefault("yes_no answered Yes", 0L)
                + counts.getOrDefault("yes_no answered No", 0L))
        .isEqualTo(store.read(Tables.TEST_CASES).where("query_type = 'yes_no'").count());
  }

  @Test
  void aModelThatNeverWritesJsonFailsTheStageAndLeavesTheReasons() {
    server.reply(message -> "[" + Json.write(Json.object().put("say", "no")) + ", 1");
    assertThatThrownBy(
            () -> Commands.run(SPARK, loader().set("generate.rounds=1").load(), "generate"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("have no usable reply, more than llm.max-failure-share = 0.2");
    assertThat(
            store().read(Tables.REJECTED).where("reason LIKE 'no_reply: parse_failure%'").count())
        .isGreaterThanOrEqualTo(BankQuestions.PRODUCTS.size());
    assertThat(store().read(Tables.TEST_CASES).isEmpty()).isTrue();
  }

  @Test
  void aDryRunEstimatesCallsByAStatedMethod() {
    Plan plan = new Generate().plan(loader().load().config());
    // Facts of 12 chunks and of 12 x 1 second chunks; 12 x 3 requests; of 36 requests on 5 types 8
    // at most are unanswerable, with 2 questions each.
    assertThat(plan.llmCalls()).isEqualTo(12 + 12 + 36 + 16);
    assertThat(plan.llmTokens()).isGreaterThan(plan.llmCalls() * 900);
    assertThat(String.join("\n", plan.notes())).contains("sample.size", "max-tokens");
    // A prompt of one's own, or a changed one, is other work.
    assertThat(new Generate().files(loader().load().config())).contains("generate/numeric 1 ");
    assertThat(new Generate().files(ConfigLoader.defaults().load().config())).isEmpty();
  }
}
