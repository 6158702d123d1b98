package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.Message;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases with turns before their question, put to a chat model and to services. */
@Tag("slow")
class ConversationsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  /**
   * Of three cases one has a recorded turn, one two turns without replies, one none. The chat model
   * is asked 1 + 3 + 1 times, the service with a place for the turns likewise, the one without
   * three times.
   */
  @Test
  void everyTurnWithoutAReplyIsAskedInOrder() {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set(
                "llm.endpoints={gpt{kind=openai,base-url=\"%s\",model=m},bot{kind=http-json,base-url=\"%s\"}}"
                    .formatted(server.chat(), server.service()))
            .set(
                "systems={chat{kind=openai-chat,endpoint=gpt},"
                    + "told{kind=http-json,endpoint=bot,body=\"\"\"{\"query\":\"{question}\",\"turns\":\"{messages}\"}\"\"\","
                    + "reply{answer=\"/answer/text\",artifacts=\"/files\"}},"
                    + "deaf{kind=http-json,endpoint=bot,body=\"\"\"{\"query\":\"{question}\"}\"\"\",reply{answer=\"/answer/text\"}}}")
            .load();
    Store store = AskedCases.copied(SPARK, loaded, 3);
    store.merge(
        Tables.TEST_CASES,
        store
            .read(Tables.TEST_CASES)
            .withColumn(
                "messages",
                expr(
                    "CASE question WHEN 'What is rule 0?' THEN"
                        + " array(named_struct('role', 'user', 'content', 'Hello'),"
                        + " named_struct('role', 'assistant', 'content', 'Good day.'))"
                        + " WHEN 'What is rule 1?' THEN"
                        + " array(named_struct('role', 'user', 'content', 'One?'),"
                        + " named_struct('role', 'user', 'content', 'Two?')) END")));
    String said = run(loaded);

    assertThat(server.requests()).isEqualTo(5 + 5 + 3);
    assertThat(said)
        .contains("systems.deaf is asked 2 questions without the turns before them")
        .doesNotContain("systems.told is asked")
        .doesNotContain("systems.chat is asked");
    assertThat(asked(store, "What is rule 0?"))
        .containsExactly(
            Message.user("Hello"), Message.assistant("Good day."), Message.user("What is rule 0?"));
    assertThat(asked(store, "What is rule 1?"))
        .containsExactly(
            Message.user("One?"),
            Message.assistant("The answer to One?"),
            Message.user("Two?"),
            Message.assistant("The answer to Two?"),
            Message.user("What is rule 1?"));
    assertThat(asked(store, "What is rule 2?")).containsExactly(Message.user("What is rule 2?"));
    for (Row row : store.read(Tables.RESPONSES).join(questions(store), "case_id").collectAsList()) {
      String question = row.getAs("question");
      assertThat(row.<String>getAs("answer")).isEqualTo("The answer to " + question);
      boolean spoken = question.equals("What is rule 1?") && !row.getAs("system").equals("deaf");
      assertThat(row.getJavaMap(row.fieldIndex("attributes")).containsKey("turns_before"))
          .isEqualTo(spoken);
      assertThat(row.<String>getAs("artifacts"))
          .isEqualTo(
              row.getAs("system").equals("told")
                  ? "[{\"name\":\"reply.json\",\"content\":\"{}\"}]"
                  : null);
    }
    assertThat(
            store
                .read(Tables.LLM_CALLS)
                .where(
                    col("prompt").contains("\"turns\":[{\"role\":\"user\",\"content\":\"Hello\"}"))
                .count())
        .isEqualTo(1);

    store.deleteWhere(Tables.RESPONSES, lit(true));
    run(loaded);
    assertThat(server.requests()).as("the ledger knows every turn").isEqualTo(13);
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count()).isEqualTo(9);
  }

  /** A turn before the question that has no reply leaves the case without an answer. */
  @Test
  void aTurnThatFailsIsTheReason() {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("llm.max-failure-share=1")
            .set(
                "llm.endpoints={bot{kind=http-json,base-url=\"%s\",retries=0}}"
                    .formatted(server.service()))
            .set(
                "systems={told{kind=http-json,endpoint=bot,body=\"\"\"{\"query\":\"{question}\",\"turns\":\"{history}\"}\"\"\","
                    + "reply{answer=\"/answer/text\"}}}")
            .load();
    server.reply(question -> question.equals("One?") ? "" : "yes");
    Store store = AskedCases.copied(SPARK, loaded, 3);
    store.merge(
        Tables.TEST_CASES,
        store
            .read(Tables.TEST_CASES)
            .withColumn(
                "messages",
                expr(
                    "IF(question = 'What is rule 1?', array(named_struct('role', 'user', 'content',"
                        + " 'One?')), NULL)")));
    run(loaded);
    assertThat(server.requests()).isEqualTo(3);
    Row failed = store.read(Tables.RESPONSES).where("status <> 'ok'").head();
    assertThat(failed.<String>getAs("status")).isEqualTo("parse_failure");
    assertThat(failed.<String>getAs("error"))
        .isEqualTo("a turn before the question: an empty reply");
    assertThat(failed.<String>getAs("answer")).isNull();
    assertThat(store.read(Tables.RESPONSES).count()).isEqualTo(3);
  }

  /**
   * From a suite's file to judges: the same question after other turns is another case, alone it
   * has the key that it always had, and a judge is shown the turns where there are any.
   */
  @Test
  void aSuiteOfConversationsReachesSystemsAndJudges() throws Exception {
    String fee = "{\"role\":\"user\",\"content\":\"And its fee?\"}]";
    Path file =
        Files.write(
            folder.resolve("talks.jsonl"),
            List.of(
                "{\"messages\":["
                    + user("Is there a card?")
                    + ","
                    + said("Gold.")
                    + ","
                    + fee
                    + "}",
                "{\"messages\":["
                    + user("Is there an account?")
                    + ","
                    + said("Blue.")
                    + ","
                    + fee
                    + "}",
                "{\"question\":\"And its fee?\",\"expected_answer\":\"80\"}",
                "{\"messages\":[]}",
                "{\"messages\":[" + user("Is there a card?") + "," + said("Gold.") + "]}",
                "{\"messages\":[{\"role\":\"tool\",\"content\":\"x\"}," + fee + "}",
                "{\"question\":\"Another?\",\"messages\":[" + fee + "}"));
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("tests.sources=[{path=\"" + file + "\"}]")
            .set(
                "llm.endpoints={gpt{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()))
            .set("systems={chat{kind=openai-chat,endpoint=gpt}}")
            .set("judges.endpoints=[gpt]")
            .set("evaluate.evaluators=[byop]")
            .load();
    server.formed();
    for (String stage : List.of("tests", "answer", "evaluate")) {
      Commands.run(SPARK, loaded, stage);
    }
    Store store = new Store(SPARK, loaded.config().store());
    assertThat(
            store
                .read(Tables.TEST_CASES)
                .select("case_id")
                .distinct()
                .as(Encoders.STRING())
                .collectAsList())
        .hasSize(3)
        .contains(Keys.caseId("talks", "And its fee?", "80", null, null));
    assertThat(store.read(Tables.REJECTED).select("reason").as(Encoders.STRING()).collectAsList())
        .hasSize(4)
        .anyMatch(reason -> reason.contains("the conversation is empty"))
        .anyMatch(reason -> reason.contains("ends with a turn of 'assistant'"))
        .anyMatch(reason -> reason.contains("turn 1 has the role 'tool'"))
        .anyMatch(reason -> reason.contains("the last turn is not the record's question"));
    List<String> judged =
        store
            .read(Tables.LLM_CALLS)
            .where("purpose LIKE '%byop%'")
            .select("prompt")
            .as(Encoders.STRING())
            .collectAsList();
    assertThat(judged).hasSize(3);
    assertThat(judged).filteredOn(prompt -> prompt.contains("<<<CONVERSATION")).hasSize(2);
    assertThat(judged)
        .filteredOn(prompt -> prompt.contains("[1] user: Is there a card?\\n[2] assistant: Gold."))
        .hasSize(1);
    assertThat(judged).filteredOn(prompt -> prompt.contains("said before")).hasSize(2);
  }

  private static String user(String text) {
    return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
  }

  private static String said(String text) {
    return "{\"role\":\"assistant\",\"content\":\"" + text + "\"}";
  }

  private static String run(ConfigLoader.Loaded loaded) {
    PrintStream stderr = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      Commands.run(SPARK, loaded, "answer");
    } finally {
      System.setErr(stderr);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  private static org.apache.spark.sql.Dataset<Row> questions(Store store) {
    return store.read(Tables.TEST_CASES).select("case_id", "question");
  }

  /** What the chat model was sent with this question. */
  private static List<Message> asked(Store store, String question) {
    return store.read(Tables.LLM_CALLS).where("endpoint = 'gpt'").collectAsList().stream()
        .map(row -> ChatRequest.of(row.getAs("prompt")).messages())
        .filter(turns -> turns.get(turns.size() - 1).text().equals(question))
        .findFirst()
        .orElseThrow();
  }
}
