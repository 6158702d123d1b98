package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.BankQuestions;
import dev.assay.jobs.Commands;
import dev.assay.jobs.SparkJobs;
import dev.assay.jobs.Stages;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.llm.Json;
import dev.assay.spark.IndexedCorpus;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.Iterator;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction1;

/**
 * Evaluators whose judge needs more than the answer: repeated answers, the stored corpus, the
 * probability of a text.
 */
@Tag("slow")
class AskingEvaluatorsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int CASES = 3;
  private static final int REPEATS = 2;

  @TempDir private Path folder;
  private final AtomicInteger answers = new AtomicInteger();
  private final ScriptedServer server = ScriptedServer.start().reply(this::reply);

  @AfterEach
  void stop() {
    server.close();
  }

  /** Rule 1 is answered otherwise each time; about rule 2 the corpus says nothing. */
  private String reply(String message) {
    if (message.contains("Do both answers tell")) {
      return verdict(!message.contains("rule 1?"));
    }
    if (message.contains("What your searches have found")) {
      return step(message);
    }
    return message.contains("rule 1?")
        ? "Take number " + answers.incrementAndGet() + "."
        : "The gold card costs 11 dollars.";
  }

  private static String verdict(boolean same) {
    return Json.write(
        Json.object().put("reason", "I compared.").put("verdict", same).put("confidence", 1));
  }

  private static String step(String message) {
    boolean decides = !message.contains("(nothing yet)");
    double score = message.contains("costs 11 dollars a month") ? 1 : .5;
    ObjectNode step = Json.object().put("tool", decides ? "verdict" : "search");
    ObjectNode arguments = step.putObject("arguments");
    if (decides) {
      arguments.put("reason", "I looked it up.").put("score", score).put("confidence", 1);
    } else {
      arguments.put("query", message.contains("rule 2?") ? "zebra crossing" : "gold card cost");
    }
    return Json.write(step);
  }

  private ConfigLoader loader() throws Exception {
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    for (int i = 0; i < 4; i++) {
      Files.writeString(corpus.resolve("p" + i + ".txt"), BankQuestions.document(i));
    }
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve("store"))
        .set("corpus.sources=[{path=\"" + corpus + "\"}]")
        .set(
            "llm.endpoints={e{kind=openai,base-url=\"%s\",model=m},lm{kind=completions,base-url=\"%s\",model=words}}"
                .formatted(server.chat(), server.chat()))
        .set("systems={chat{kind=openai-chat,endpoint=e,parameters{temperature=0.7}}}")
        .set("answer.repeats=" + REPEATS)
        .set("judges.endpoints=[e]")
        .set("models.language-model={kind=endpoint,source=lm}")
        .set("evaluate.evaluators=[selfcheck,fact_check,perplexity,gptscore_qa]");
  }

  @Test
  void repeatsTheCorpusAndProbabilitiesReachTheirEvaluators() throws Exception {
    ConfigLoader.Loaded loaded = loader().load();
    Store store = AskedCases.copied(SPARK, loaded, CASES);
    Commands.run(SPARK, loaded, "ingest");
    Commands.run(SPARK, loaded, "answer");
    assertThat(server.requests()).isEqualTo(CASES * REPEATS);
    Map<String, Long> counts;
    long corpora = corpora();
    try (SparkJobs jobs = new SparkJobs()) {
      counts = Commands.run(SPARK, loaded, "evaluate").values();
      assertThat(jobs.queries()).filteredOn(label -> label.endsWith(": corpus")).hasSize(1);
      assertThat(corpora()).as("what judges looked things up in goes").isLessThanOrEqualTo(corpora);
      assertThat(jobs.labels()).anyMatch(label -> label.endsWith(": calls"));
      assertThat(jobs.queries())
          .as("what a turn has asked itself is at hand")
          .noneMatch(label -> label.endsWith(": earlier replies"));
    }
    assertThat(server.requests()).isEqualTo(CASES * REPEATS + counts.get("llm calls"));

    assertThat(values(store, "selfcheck.self_check", "repeat = 0"))
        .isEqualTo(Map.of("What is rule 0?", 1.0, "What is rule 1?", 0.0, "What is rule 2?", 1.0));
    assertThat(
            store
                .read(Tables.SCORES)
                .where("metric = 'selfcheck.self_check' AND repeat > 0")
                .where("status != 'not_applicable' OR reason NOT LIKE '%a repeat of it%'")
                .count())
        .isZero();

    assertThat(values(store, "fact_check.fact_check", "repeat = 0"))
        .isEqualTo(Map.of("What is rule 0?", 1.0, "What is rule 1?", 1.0, "What is rule 2?", .5));
    assertThat(values(store, "fact_check.searches", "repeat = 0").values()).containsOnly(1.0);

    // "The gold card costs 11 dollars." without its first word: 4, 4, 5, 2 and 8 letters.
    assertThat(values(store, "perplexity.perplexity", "repeat = 0").get("What is rule 0?"))
        .isCloseTo(Math.exp(2.3 / 5), within(5e-7));
    assertThat(
            store
                .read(Tables.SCORES)
                .where("metric LIKE 'gptscore_qa.%' AND status = 'ok' AND value > 0")
                .count())
        .isPositive();
    assertThat(new CheckTables(store).violations()).isEmpty();

    try (SparkJobs jobs = new SparkJobs()) {
      Commands.run(SPARK, loaded, "evaluate");
      assertThat(jobs.queries())
          .as("where nothing is missing nothing is looked up")
          .noneMatch(label -> label.endsWith(": corpus"));
    }

    // Scores that are lost are made again from the ledger, by the calls at hand.
    long asked = server.requests();
    List<Row> scores = scores(store);
    store.deleteWhere(Tables.SCORES, functions.lit(true));
    try (SparkJobs jobs = new SparkJobs()) {
      Commands.run(SPARK, loaded, "evaluate");
      assertThat(jobs.labels()).noneMatch(label -> label.endsWith(": calls"));
      assertThat(jobs.queries()).anyMatch(label -> label.endsWith(": earlier replies"));
    }
    assertThat(server.requests()).isEqualTo(asked);
    assertThat(scores(store)).isEqualTo(scores);
  }

  /** How many the driver holds that were sent to tasks. */
  private static long corpora() {
    BlockManager blocks = SparkEnv.get().blockManager();
    return JavaConverters.seqAsJavaList(
            blocks.getMatchingBlockIds(
                new AbstractFunction1<>() {
                  @Override
                  public Object apply(BlockId block) {
                    return block.name().matches("broadcast_\\d+");
                  }
                }))
        .stream()
        .map(blocks::getLocalValues)
        .filter(values -> values.isDefined() && isCorpus(values.get().data()))
        .count();
  }

  /** Read to the end, so that the block is let go. */
  private static boolean isCorpus(Iterator<Object> values) {
    boolean corpus = false;
    while (values.hasNext()) {
      corpus |= values.next() instanceof IndexedCorpus;
    }
    return corpus;
  }

  private static List<Row> scores(Store store) {
    return store
        .read(Tables.SCORES)
        .orderBy("case_id", "system", "repeat", "metric")
        .collectAsList();
  }

  @Test
  void aDryRunSaysWhatJudgesMayTakeAndAsksNothing() throws Exception {
    ConfigLoader.Loaded loaded =
        loader().set("sample.size=10").set("generate.per-chunk=2").set("answer.repeats=3").load();
    Plan plan = Stages.of("evaluate").plan(loaded.config());
    // 10 x 2 cases x 3 repeats: 4 pairs, 4 searches and a verdict, 1 text, and 2 for every aspect.
    int aspects =
        (int)
            EvaluatorSelection.asking(loaded.config()).stream()
                .filter(one -> one.spec().id().equals("gptscore_qa"))
                .findFirst()
                .orElseThrow()
                .spec()
                .metrics()
                .size();
    assertThat(plan.llmCalls()).isEqualTo(60 * (4 + 5 + 1 + 2L * aspects));
    assertThat(plan.llmTokens()).isGreaterThan(plan.llmCalls());
    assertThat(String.join(" ", plan.notes()))
        .contains("4 evaluators by a judge: ", "selfcheck", "repairs and what llm_calls has aside");
    assertThat(server.requests()).isZero();
  }

  private static Map<String, Double> values(Store store, String metric, String which) {
    Map<String, Double> values = new TreeMap<>();
    for (Row row :
        store
            .read(Tables.SCORES)
            .where("metric = '" + metric + "' AND " + which)
            .join(store.read(Tables.TEST_CASES).select("case_id", "question"), "case_id")
            .select("question", "status", "value", "reason")
            .collectAsList()) {
      assertThat(row.getString(1)).as("%s", row).isEqualTo("ok");
      values.put(row.getString(0), row.getDouble(2));
    }
    return values;
  }
}
