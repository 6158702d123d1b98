package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.Stages;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Plan;
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
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics that a model names, and what becomes of replies that are no names. */
@Tag("slow")
class TopicNamesTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path folder;
  private volatile boolean refuses;
  private final ScriptedServer server = ScriptedServer.start().reply(this::reply);

  @AfterEach
  void stop() {
    server.close();
  }

  /** Loans get a name with a control character, all others the same name. */
  private String reply(String message) {
    if (refuses) {
      return "What a fine collection.";
    }
    String name = message.contains("student loan") ? "Student\u200b\n loans" : "Products";
    return Json.write(Json.object().put("label", name));
  }

  private ConfigLoader loader() {
    BankStore.embedded(folder.resolve("store"));
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve("store"))
        .set("stratify.min-k=4")
        .set("stratify.max-k=4")
        .set("llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()));
  }

  @Test
  void namesComeFromTheModelAndStrataStayAsTheyAre() throws Exception {
    ConfigLoader plain = loader();
    ConfigLoader asked = plain.set("stratify.labels.endpoint=e");
    Commands.run(SPARK, plain.load(), "stratify");
    Store store = new Store(SPARK, plain.load().config().store());
    List<String> before = strata(store);
    List<String> terms = labels(store);
    assertThat(by(store)).containsOnly("terms");

    Plan plan = Stages.of("stratify").plan(asked.load().config());
    assertThat(plan.llmCalls()).isEqualTo(4);
    assertThatThrownBy(
            () -> Commands.run(SPARK, asked.set("budget.max-calls=2").load(), "stratify"))
        .isInstanceOf(BudgetStop.class);
    assertThat(labels(store)).isEqualTo(terms);

    Map<String, Long> counts = Commands.run(SPARK, asked.load(), "stratify").values();
    assertThat(counts)
        .containsEntry("refits", 0L)
        .containsEntry("llm calls", 2L)
        .containsEntry("topics named by a model", 4L);
    assertThat(server.requests()).isEqualTo(4);
    assertThat(strata(store)).isEqualTo(before);
    assertThat(by(store)).containsOnly("e:m");
    assertThat(labels(store)).doesNotHaveDuplicates().contains("Student loans", "Products");
    assertThat(labels(store).stream().filter(label -> label.startsWith("Products ("))).isNotEmpty();

    Commands.run(SPARK, asked.load(), "stratify");
    assertThat(server.requests()).isEqualTo(4);
    assertThat(PromptsOnPage.of(store, asked.load().config()))
        .containsExactly(PromptsOnPage.line("topic", "topic-label") + "4");

    // Without the endpoint the terms come back.
    Commands.run(SPARK, plain.load(), "stratify");
    assertThat(labels(store)).isEqualTo(terms);
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  @Test
  void aTopicWithoutAUsableReplyKeepsTheNameOfItsTerms() throws Exception {
    refuses = true;
    ConfigLoader.Loaded asked = loader().set("stratify.labels.endpoint=e").load();
    Map<String, Long> counts = Commands.run(SPARK, asked, "stratify").values();
    assertThat(counts)
        .containsEntry("topics named by a model", 0L)
        .containsEntry("topics named by terms", 4L);
    // Each was asked once and once more with what was wrong.
    assertThat(server.requests()).isEqualTo(8);
    Store store = new Store(SPARK, asked.config().store());
    assertThat(by(store)).containsOnly("terms");
    assertThat(labels(store)).noneMatch(String::isBlank);
  }

  private static List<String> strata(Store store) {
    return store
        .read(Tables.STRATA)
        .orderBy("chunk_id")
        .selectExpr("chunk_id || ' ' || stratum_id")
        .as(Encoders.STRING())
        .collectAsList();
  }

  private static List<String> labels(Store store) {
    return texts(store, "label");
  }

  private static List<String> by(Store store) {
    return texts(store, "labelled_by");
  }

  private static List<String> texts(Store store, String column) {
    return store
        .read(Tables.TOPICS)
        .orderBy("stratum_id")
        .select(column)
        .as(Encoders.STRING())
        .collectAsList();
  }
}
