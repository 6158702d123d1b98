package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who watches Spark's pages sees of every job which stage it belongs to, and which step of it. */
@Tag("slow")
class JobDescriptionsTest {
  private static final List<String> STAGES =
      List.of(
          "ingest",
          "embed",
          "stratify",
          "sample",
          "generate",
          "tests",
          "grammar",
          "perturb",
          "answer",
          "place",
          "evaluate",
          "shrink",
          "label",
          "calibrate",
          "apply",
          "analyze",
          "report",
          "gate");

  @TempDir private Path directory;

  @Test
  void everyJobNamesItsStageAndItsStep() throws Exception {
    Path corpus = Files.createDirectory(directory.resolve("corpus"));
    for (int i = 0; i < BankQuestions.PRODUCTS.size(); i++) {
      Files.writeString(corpus.resolve(i + ".txt"), BankQuestions.document(i));
    }
    Path suite =
        Files.writeString(
            directory.resolve("suite.jsonl"),
            "{\"question\": \"What is insured?\", \"expected_answer\": \"Deposits\"}\n");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("b.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE client (name TEXT, city TEXT)");
      statement.executeUpdate("INSERT INTO client VALUES ('Ada', 'Bern'), ('Ben', 'Rome')");
    }
    Path templates =
        Files.writeString(
            directory.resolve("templates.yaml"),
            "templates:\n  - sql: SELECT city FROM client WHERE name = [client.name]\n");
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("report.path=" + directory.resolve("report.html"))
            .set("corpus.sources=[{path=\"" + corpus + "\"}]")
            .set("tests.sources=[{path=\"" + suite + "\"}]")
            .set("grammar.database.url=\"jdbc:sqlite:" + directory.resolve("b.db") + "\"")
            .set("grammar.templates=\"" + templates + "\"")
            .set("stratify.min-k=2")
            .set("stratify.max-k=2")
            .set("perturb.entries=[{perturbators=[keyboard_typo]}]")
            .set("shrink.max-cases=1")
            .set("shrink.max-calls=20")
            .set("systems.faulty={kind=embedded, retriever=sparse, faults=0.4}")
            .set("evaluate.evaluators=[token_f1, text_statistics, self_consistency]")
            .set("label.sources=[{path=planted-truth}]")
            .set("calibrate.min-groups=3")
            .set("calibrate.replicates=100")
            .set("analyze.replicates=100")
            .set("gate={metric=token_f1.token_f1, method=none, max-missing-share=1}")
            .load();
    Set<String> seen = new TreeSet<>();
    Set<String> bare = new TreeSet<>();
    for (String stage : STAGES) {
      try (SparkJobs jobs = new SparkJobs()) {
        Map<String, Long> counts = Commands.run(SharedSpark.session(), loaded, stage).values();
        if (stage.equals("shrink")) {
          assertThat(counts.get("questions asked")).as("%s", counts).isPositive();
        }
        for (String label : jobs.labels()) {
          seen.add(label.replaceFirst(":.*", ""));
          if (!label.matches("(?s)(Delta: )?" + stage + ": .+")) {
            bare.add(stage + ": '" + label + "'");
          }
        }
      }
    }
    assertThat(bare).isEmpty();
    assertThat(seen).containsAll(Set.of("ingest", "embed", "stratify", "evaluate", "analyze"));
  }
}
