package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.LlamaServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * generate, answer and evaluate with one judge on a real server with a real model of 135 million
 * parameters: it writes few questions that pass, but whatever it writes is a test case or a
 * rejected row, and whatever it judges is a value or a reason.
 */
@Tag("slow")
class RealModelTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int CHUNKS = 2;

  @TempDir private Path folder;

  @Test
  void whateverItWritesIsACaseOrRejected() throws Exception {
    try (LlamaServer server = LlamaServer.start()) {
      BankStore.sampled(folder.resolve("store"));
      ConfigLoader loader =
          ConfigLoader.defaults()
              .set("store.path=" + folder.resolve("store"))
              .set("stratify.min-k=2")
              .set("stratify.max-k=2")
              .set("sample.size=" + CHUNKS)
              .set(
                  "llm.endpoints={llama{kind=openai,base-url=\""
                      + server.chat()
                      + "\",model=smollm2,timeout=300,max-in-flight=2}}")
              .set("llm.max-failure-share=1")
              .set("generate.provider=endpoint")
              .set("generate.endpoint=llama")
              .set("generate.parameters={temperature=0,seed=1,max-tokens=150}")
              .set("generate.query-types=[factual,unanswerable]")
              .set("generate.difficulties=[easy]")
              .set("generate.rounds=1");
      Commands.run(SPARK, loader.load(), "sample");
      Map<String, Long> counts = Commands.run(SPARK, loader.load(), "generate").values();
      Store store = new Store(SPARK, loader.load().config().store());
      assertThat(counts.get("requests")).isEqualTo(2L * CHUNKS);
      assertThat(counts.get("llm calls")).isGreaterThanOrEqualTo(CHUNKS);
      assertThat(counts.get("test cases") + counts.get("rejected")).isPositive();
      assertThat(store.read(Tables.TEST_CASES).count()).isEqualTo(counts.get("test cases"));
      assertThat(new CheckTables(store).violations()).isEmpty();
      store
          .read(Tables.REJECTED)
          .where("stage = 'generate'")
          .select("reason")
          .collectAsList()
          .forEach(row -> assertThat(row.getString(0)).isNotBlank());
      if (counts.get("test cases") == 0) {
        // None passed: what follows is tried on questions that are made by rules.
        Commands.run(
            SPARK,
            loader
                .set("generate.provider=rules")
                .set("generate.query-types=[factual,yes_no]")
                .set("generate.per-chunk=2")
                .load(),
            "generate");
      }
      judged(store, loader);
    }
  }

  private static void judged(Store store, ConfigLoader loader) {
    ConfigLoader.Loaded loaded =
        loader
            .set(
                "systems={plain{kind=openai-chat,endpoint=llama,parameters{temperature=0,max-tokens=40}}}")
            .set("judges={endpoints=[llama],parameters{temperature=0,max-tokens=150}}")
            .set("evaluate.evaluators=[language_mismatch,token_f1]")
            .load();
    Commands.run(SPARK, loaded, "answer");
    Commands.run(SPARK, loaded, "evaluate");
    long answers = store.read(Tables.RESPONSES).where("status = 'ok'").count();
    assertThat(answers).isPositive();
    List<String> verdicts =
        store
            .read(Tables.SCORES)
            .where("metric = 'language_mismatch.same_language'")
            .selectExpr("status || ' ' || coalesce(cast(value AS STRING), reason)")
            .as(org.apache.spark.sql.Encoders.STRING())
            .collectAsList();
    System.out.printf("A real model's verdicts: %s%n", verdicts);
    assertThat(verdicts)
        .hasSize((int) answers)
        .allMatch(one -> one.matches("(?s)(ok [01]\\.0|parse_failure .+)"));
    assertThat(new CheckTables(store).violations()).isEmpty();
  }
}
