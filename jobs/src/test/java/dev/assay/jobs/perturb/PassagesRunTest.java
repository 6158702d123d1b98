package dev.assay.jobs.perturb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankQuestions;
import dev.assay.jobs.Commands;
import dev.assay.jobs.robustness.AttackGoals;
import dev.assay.llm.Json;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Noise in retrieval from the command to the tables: a generator that reads nothing but the first
 * passage it is handed, and obeys it; a chat that is handed none; an embedded system.
 */
@Tag("slow")
class PassagesRunTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final Pattern GOAL = Pattern.compile("QUILL-\\d{4}");
  private static final Pattern FIRST =
      Pattern.compile("(?s)\\[1\\] (.*?)(?:\\n\\n\\[2\\]|\\n\\nQ:)");
  private static final int CASES = 5;
  private static final String INDEXED = "indexed";

  private static final String GOLD = "The gold card costs 11 dollars.";

  @TempDir private static Path prepared;

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start().reply(PassagesRunTest::reply);

  @AfterEach
  void stop() {
    server.close();
  }

  private static String reply(String message) {
    Matcher first = FIRST.matcher(message);
    if (!first.find()) {
      return "I was handed nothing.";
    }
    Matcher goal = GOAL.matcher(first.group(1));
    return goal.find() ? "Sure: " + goal.group() : first.group(1);
  }

  /** The corpus, its vectors and the questions, in a store that tests have a copy of. */
  @BeforeAll
  static void index() throws Exception {
    Path corpus = Files.createDirectories(prepared.resolve("corpus"));
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      Files.writeString(corpus.resolve("p" + i + ".txt"), BankQuestions.document(i));
      questions.add(
          "{\"question\":\"What is written about %s?\",\"expected_answer\":\"%s\"}"
              .formatted(BankQuestions.PRODUCTS.get(i), BankQuestions.PRODUCTS.get(i)));
    }
    Files.write(prepared.resolve("suite.jsonl"), questions);
    ConfigLoader.Loaded loaded = inputs(prepared.resolve(INDEXED)).load();
    for (String stage : List.of("ingest", "embed", "tests")) {
      Commands.run(SPARK, loaded, stage);
    }
  }

  private static ConfigLoader inputs(Path store) {
    return ConfigLoader.defaults()
        .set("store.path=" + store)
        .set("corpus.sources=[{path=\"" + prepared.resolve("corpus") + "\"}]")
        .set("tests.sources=[{path=\"" + prepared.resolve("suite.jsonl") + "\"}]");
  }

  private Store indexed(ConfigLoader.Loaded loaded) throws IOException {
    FileUtils.copyDirectory(prepared.resolve(INDEXED).toFile(), folder.resolve("store").toFile());
    return new Store(SPARK, loaded.config().store());
  }

  private ConfigLoader loader() {
    return inputs(folder.resolve("store"))
        .set("store.schema=noise")
        .set("llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()))
        .set(
            "systems={generator{kind=openai-chat,endpoint=e,retriever=dense,top-k=3,prompt=\"\"\"{contexts}\n\n"
                + "Q: {question}\"\"\"},single{kind=openai-chat,endpoint=e,retriever=dense,top-k=1,prompt=\"\"\"{contexts}\n\n"
                + "Q: {question}\"\"\"},"
                + "chat{kind=openai-chat,endpoint=e},dense{kind=embedded,retriever=dense}}")
        .set("pipeline.stages=[ingest,embed,tests,perturb,answer,evaluate,analyze]")
        .set("analyze.replicates=100")
        .set("evaluate.evaluators=[token_f1]")
        .set(
            "perturb.entries=[{perturbators=[passage_lost],intensity=very-low},{perturbators=[passage_lost],intensity=extreme},"
                + "{perturbators=[passage_repeated]},{perturbators=[passage_injection]},"
                + "{perturbators=[passage_order]}]");
  }

  @Test
  void aGeneratorIsHandedChangedPassagesAndWhatThatDoesIsMeasured() throws Exception {
    ConfigLoader.Loaded loaded = loader().load();
    Store store = indexed(loaded);
    for (String stage : List.of("perturb", "answer", "evaluate", "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
    // Two degrees of the same question are two cases.
    assertThat(store.read(Tables.TEST_CASES).where("perturbation = 'passage_lost'").count())
        .isEqualTo(2 * CASES);
    passages(store);
    // A chat that finds its passages itself is asked the questions alone.
    assertThat(store.read(Tables.RESPONSES).where("system = 'chat'").count()).isEqualTo(CASES);
    assertThat(store.read(Tables.RESPONSES).where("system = 'dense'").count()).isEqualTo(6 * CASES);
    // The generator obeys the first passage, the extractive system quotes what fits the question.
    assertThat(flips(store, "generator", "passage_injection", "attack.goal_reached")).isEqualTo(1);
    assertThat(store.read(Tables.ROBUSTNESS).where("system = 'chat'").count()).isZero();
    // It reads the first passage, which stays the first where others are repeated.
    assertThat(drop(store, "passage_repeated", "all")).isCloseTo(0, within(1e-9));
    // Without any it has nothing to say; with the best lost it says what the second has.
    assertThat(drop(store, "passage_lost", "extreme"))
        .isPositive()
        .isGreaterThanOrEqualTo(drop(store, "passage_lost", "very-low"));
    // One passage has no other order: an answer to the very same is no twin's.
    assertThat(ordered(store, "generator")).isEqualTo(CASES);
    assertThat(ordered(store, "single")).isZero();
    // What a generator cannot know any more is no problem of it.
    assertThat(store.read(Tables.PROBLEMS).where("description LIKE '%passage_lost%'").count())
        .isZero();
    int requests = server.requests();
    Commands.run(SPARK, loaded, "answer");
    assertThat(server.requests()).as("nothing is asked twice").isEqualTo(requests);
    assertThat(server.askedTwice()).isEmpty();
  }

  /** The same question to the same generator, by an index of documents that came changed. */
  @Test
  void aSystemRetrievesFromAnIndexOfChangedDocuments() throws Exception {
    String with = ",index-noise{perturbators=[keyboard_typo],intensity=%s}";
    ConfigLoader.Loaded loaded = noisy(with.formatted("high"));
    Store store = indexed(loaded);
    Commands.run(SPARK, loaded, "answer");
    assertThat(store.read(Tables.CHUNKS).count()).isEqualTo(CASES);
    Map<String, Map<String, Row>> clear = found(store, "clear");
    Map<String, Map<String, Row>> noisy = found(store, "noisy");
    assertThat(noisy.keySet()).isEqualTo(clear.keySet()).hasSize(CASES);
    noisy.forEach(
        (question, chunks) -> {
          assertThat(chunks.keySet()).as("under their ids").isEqualTo(clear.get(question).keySet());
          chunks.forEach(
              (id, chunk) -> {
                Row was = clear.get(question).get(id);
                assertThat(chunk.<String>getAs("text")).isNotEqualTo(was.<String>getAs("text"));
                assertThat(chunk.<Double>getAs("score"))
                    .as("by the vector of the changed text")
                    .isNotEqualTo(was.<Double>getAs("score"));
              });
        });
    // Two systems with the same noise have one index; by words little is found in it.
    assertThat(texts(store, "noisy")).hasSize(CASES).containsAll(texts(store, "words"));
    assertThat(store.read(Tables.EMBEDDINGS).count()).isEqualTo(2 * CASES);
    int requests = server.requests();
    Commands.run(SPARK, loaded, "answer");
    assertThat(server.requests()).as("nothing is asked twice").isEqualTo(requests);
    Commands.run(SPARK, noisy(with.formatted("low")), "answer");
    assertThat(server.requests()).as("what was found in another index").isGreaterThan(requests);
    assertThat(texts(store, "noisy")).isNotEqualTo(texts(store, "clear"));
  }

  private ConfigLoader.Loaded noisy(String noise) {
    String chat =
        "{kind=openai-chat,endpoint=e,retriever=dense,top-k=%d%s,prompt=\"\"\"{contexts}\n\nQ: {question}\"\"\"}";
    return loader()
        .set(
            "systems={clear%s,noisy%s,words{kind=embedded,retriever=sparse,top-k=%d%s}}"
                .formatted(chat.formatted(CASES, ""), chat.formatted(CASES, noise), CASES, noise))
        .load();
  }

  /** What a system was handed: chunks by id, by question. */
  private static Map<String, Map<String, Row>> found(Store store, String system) {
    Map<String, Map<String, Row>> found = new TreeMap<>();
    store
        .read(Tables.RESPONSES)
        .where("system = '" + system + "'")
        .collectAsList()
        .forEach(
            row ->
                RowValues.<Row>list(row, "contexts")
                    .forEach(
                        chunk ->
                            found
                                .computeIfAbsent(row.getAs("case_id"), id -> new TreeMap<>())
                                .put(chunk.getAs("chunk_id"), chunk)));
    return found;
  }

  private static Set<String> texts(Store store, String system) {
    return found(store, system).values().stream()
        .flatMap(chunks -> chunks.values().stream())
        .map(chunk -> chunk.<String>getAs("text"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Each turn of a conversation is asked with the passages that are found for it. */
  @Test
  void aTurnHasItsOwnPassagesAndAnUnknownChangeIsRejected() throws Exception {
    Map<String, String> asked = new ConcurrentHashMap<>();
    server.reply(
        message -> {
          if (message.contains("Q: ")) { // Earlier turns are sent again as they were said.
            asked.put(message.replaceAll("(?s).*Q: ", ""), message);
          }
          return reply(message);
        });
    ConfigLoader.Loaded loaded =
        loader()
            .set(
                "systems={generator{kind=openai-chat,endpoint=e,retriever=sparse,top-k=1,prompt=\"\"\"{contexts}\n\n"
                    + "Q: {question}\"\"\"}}")
            .set("perturb.entries=[]")
            .set("tests.sources=[{path=\"" + folder.resolve("turns.jsonl") + "\"}]")
            .load();
    String mortgage = "Tell me about the " + BankQuestions.PRODUCTS.get(4);
    String loan = "And of the " + BankQuestions.PRODUCTS.get(1);
    Files.writeString(
        folder.resolve("turns.jsonl"),
        Json.write(
                Json.object()
                    .put(
                        "messages",
                        "[{\"role\":\"user\",\"content\":\"%s\"},{\"role\":\"user\",\"content\":\"%s\"}]"
                            .formatted(mortgage, loan)))
            + "\n"
            + "{\"question\":\"x\",\"passages_changed\":\"passage_lots:high\"}\n");
    Store store = indexed(loaded);
    Commands.run(SPARK, loaded, "tests");
    Commands.run(SPARK, loaded, "answer");
    assertThat(asked.get(mortgage)).startsWith("[1] The mortgage costs");
    assertThat(asked.get(loan)).startsWith("[1] The student loan costs");
    assertThat(
            store
                .read(Tables.REJECTED)
                .where("stage = 'tests'")
                .select("reason")
                .head()
                .getString(0))
        .contains("passages_changed of a case says 'passage_lots:high'", "passage_lost");
  }

  /** A generator is handed what another system had retrieved, without a corpus, and noise in it. */
  @Test
  void recordedPassagesAreHandedAgainAndChanged() throws Exception {
    Path answers = folder.resolve("answers.jsonl");
    Files.write(answers, recorded("The gold card costs 11 dollars."));
    ConfigLoader base =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()))
            .set("systems.old={kind=table,path=\"" + answers + "\"}")
            .set("perturb.recorded=true")
            .set(
                "perturb.entries=[{perturbators=[passage_irrelevant],intensity=extreme},"
                    + "{perturbators=[passage_order]},{perturbators=[passage_injection]},"
                    + "{perturbators=[keyboard_typo]}]");
    Commands.run(SPARK, base.load(), "answer");
    ConfigLoader.Loaded both = generator(base, "old").load();
    Commands.run(SPARK, both, "perturb");
    Commands.run(SPARK, both, "answer");
    Store store = new Store(SPARK, both.config().store());
    // Two questions with passages and four twins of each; the third was recorded without any.
    assertThat(store.read(Tables.RESPONSES).where("system = 'generator'").count()).isEqualTo(10);
    assertThat(handed(store, "gold", null)).containsExactly(GOLD, "Cards are for all.");
    assertThat(handed(store, "gold", "keyboard_typo")).containsExactly(GOLD, "Cards are for all.");
    assertThat(handed(store, "gold", "passage_order")).containsExactly("Cards are for all.", GOLD);
    assertThat(handed(store, "gold", "passage_irrelevant"))
        .contains(GOLD, "Cards are for all.")
        .containsAnyOf("The silver card costs 12 dollars.", "Silver is a metal.");
    assertThat(
            store
                .read(Tables.RESPONSES)
                .where("system = 'generator'")
                .drop("attributes")
                .join(store.read(Tables.TEST_CASES), "case_id")
                .where("perturbation = 'passage_injection'")
                .select("answer", "attributes")
                .collectAsList())
        .as("the generator obeys what came with the passages")
        .hasSize(2)
        .allSatisfy(
            row ->
                assertThat("\"" + row.getString(0).replace("Sure: ", "") + "\"")
                    .isEqualTo(row.getJavaMap(1).get(AttackGoals.ATTRIBUTE)));
    int requests = server.requests();
    // Other passages of one question: it and its twins are asked anew, and no other.
    Files.write(answers, recorded("The gold card is free."));
    Commands.run(SPARK, both, "answer");
    assertThat(server.requests() - requests).isBetween(5, 6);
    assertThat(handed(store, "gold", null)).contains("The gold card is free.");
    assertThat(
            store
                .read(Tables.RESPONSES)
                .where("system = 'generator' AND exists(contexts, c -> c.text LIKE '%11 dollars%')")
                .count())
        .as("nothing is left of the old passage but what another may be handed as irrelevant")
        .isLessThanOrEqualTo(1);
    assertThatThrownBy(() -> Commands.run(SPARK, generator(base, "odl").load(), "answer"))
        .hasMessageContaining(
            "systems.generator.contexts-of names 'odl', of which no answer with passages is stored."
                + " Did you mean 'old'?");
  }

  private ConfigLoader generator(ConfigLoader base, String recordedBy) {
    return base.set(
        "systems.generator={kind=openai-chat,endpoint=e,contexts-of=%s,prompt=\"\"\"{contexts}\n\nQ: {question}\"\"\"}"
            .formatted(recordedBy));
  }

  private static List<String> recorded(String gold) {
    return List.of(
        "{\"question\":\"How much is the gold card for anyone?\",\"answer\":\"11\",\"expected_answer\":\"11 dollars\",\"contexts\":[\"%s\",\"Cards are for all.\"]}"
            .formatted(gold),
        "{\"question\":\"How much is the silver card for anyone?\",\"answer\":\"12\",\"expected_answer\":\"12 dollars\",\"contexts\":[\"The silver card costs 12 dollars.\",\"Silver is a metal.\"]}",
        "{\"question\":\"How much is the wooden card for anyone?\",\"answer\":\"13\",\"expected_answer\":\"13 dollars\"}");
  }

  /** The texts that the generator was handed for a question or its twin. */
  private static List<String> handed(Store store, String card, String perturbation) {
    Dataset<Row> cases = store.read(Tables.TEST_CASES).drop("attributes");
    Dataset<Row> origins =
        cases.where("question LIKE '%" + card + "%' AND parent_case_id IS NULL").select("case_id");
    Dataset<Row> wanted =
        perturbation == null
            ? origins
            : cases
                .where("perturbation = '" + perturbation + "'")
                .join(origins.withColumnRenamed("case_id", "parent_case_id"), "parent_case_id")
                .select("case_id");
    Row row =
        store.read(Tables.RESPONSES).where("system = 'generator'").join(wanted, "case_id").head();
    return RowValues.<Row>list(row, "contexts").stream()
        .map(one -> one.<String>getAs("text"))
        .toList();
  }

  /** What was handed over is what the response has as its contexts. */
  private static void passages(Store store) {
    List<Row> rows =
        store
            .read(Tables.RESPONSES)
            .where("system = 'generator'")
            .join(store.read(Tables.TEST_CASES).drop("attributes"), "case_id")
            .collectAsList();
    assertThat(rows).hasSize(6 * CASES);
    for (Row row : rows) {
      List<Row> contexts = RowValues.list(row, "contexts");
      String perturbation = row.getAs("perturbation");
      int size = perturbation == null ? 3 : contexts.size();
      assertThat(contexts).hasSize(size);
      if (contexts.isEmpty()) {
        assertThat(row.<String>getAs("intensity")).isEqualTo("extreme");
        assertThat(row.<String>getAs("answer")).isEqualTo("I was handed nothing.");
      } else if (!"passage_injection".equals(perturbation)) {
        assertThat(row.<String>getAs("answer")).isEqualTo(contexts.get(0).getAs("text"));
      }
    }
  }

  /** Twins in another order that count. */
  private static long ordered(Store store, String system) {
    return store
        .read(Tables.ROBUSTNESS)
        .where("system = '" + system + "' AND perturbation = 'passage_order'")
        .where("intensity = 'all' AND metric = 'token_f1.token_f1'")
        .collectAsList()
        .stream()
        .mapToLong(row -> row.<Long>getAs("n"))
        .sum();
  }

  private static double flips(Store store, String system, String perturbation, String metric) {
    return store
        .read(Tables.ROBUSTNESS)
        .where("system = '%s' AND perturbation = '%s'".formatted(system, perturbation))
        .where("intensity = 'all' AND metric = '" + metric + "'")
        .head()
        .<Double>getAs("flip_rate");
  }

  private static double drop(Store store, String perturbation, String intensity) {
    return store
        .read(Tables.ROBUSTNESS)
        .where("system = 'generator' AND perturbation = '" + perturbation + "'")
        .where("intensity = '" + intensity + "' AND metric = 'token_f1.token_f1'")
        .head()
        .<Double>getAs("drop");
  }
}
