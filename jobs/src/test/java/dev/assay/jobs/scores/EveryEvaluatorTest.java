package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every evaluator of the catalogue measures something of a user's own file: whatever it needs can
 * be written there, and what it asks is filled by the models and judges of a configuration.
 */
@Tag("slow")
class EveryEvaluatorTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final Path MODELS =
      Path.of("../common/src/test/resources/models").toAbsolutePath();
  private static final Path FILE =
      Path.of("src/test/resources/every-evaluator.jsonl").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void measuresSomethingOfARecordedFile() throws Exception {
    Set<String> all =
        Evaluators.all().stream()
            .map(evaluator -> evaluator.spec().id())
            .collect(Collectors.toCollection(TreeSet::new));
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    Files.writeString(corpus.resolve("cards.txt"), "The gold card costs 80 euros a year.");
    try (ScriptedServer server = ScriptedServer.start().formed()) {
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .set("store.path=" + folder.resolve("store"))
              .set("corpus.sources=[{path=\"" + corpus + "\"}]")
              .set(
                  "systems={mine{kind=table,path=\""
                      + FILE
                      + "\",id-column=id,attribute-columns=[\"*\"]}}")
              .set(
                  "llm.endpoints={e{kind=openai,base-url=\"%s\",model=m},lm{kind=completions,base-url=\"%s\",model=words}}"
                      .formatted(server.chat(), server.chat()))
              .set("judges.endpoints=[e]")
              .set("models.language-model={kind=endpoint,source=lm}")
              .set(
                  "models.entailment={kind=nli,source=\"" + MODELS.resolve("cross-encoder") + "\"}")
              .set("models.bias=" + classifier("biased,other,third,fourth"))
              .set("models.tone=" + classifier("formal,polite,calm,rude"))
              .set("evaluate.evaluators=[" + String.join(",", all) + "]")
              .set("evaluate.parameters={questions_drift{min_test_cases=6}}")
              .load();
      Store store = new Store(SPARK, loaded.config().store());
      for (String stage : List.of("ingest", "answer", "evaluate")) {
        Commands.run(SPARK, loaded, stage);
      }
      assertThat(store.read(Tables.REJECTED).isEmpty()).isTrue();
      Set<String> measured = new TreeSet<>();
      for (Evaluator evaluator : Evaluators.all()) {
        measured.add(evaluator.spec().qualified(evaluator.spec().primary()));
      }
      Set<String> primary = new TreeSet<>(measured);
      measured.clear();
      for (var table : List.of(Tables.SCORES, Tables.SET_SCORES)) {
        measured.addAll(
            store
                .read(table)
                .where("status = 'ok'")
                .select("metric")
                .distinct()
                .as(Encoders.STRING())
                .collectAsList());
      }
      primary.removeAll(measured);
      assertThat(primary).as("primary metrics that no record of the file has").isEmpty();
    }
  }

  private static String classifier(String labels) {
    return "{kind=onnx,source=\"" + MODELS.resolve("classifier") + "\",labels=[" + labels + "]}";
  }
}
