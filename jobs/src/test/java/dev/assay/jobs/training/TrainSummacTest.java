package dev.assay.jobs.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The layer of summac_conv from labelled claims to a score, on a small cross-encoder with random
 * weights (scripts/golden/sequence_models.py).
 */
class TrainSummacTest {
  private static final Path MODELS = Path.of("../common/src/test/resources/models");
  private static final List<String> FACTS =
      List.of(
          "The card costs eight dollars a month.",
          "Transfers are free.",
          "A replacement card is free of charge.",
          "The fee is refunded within ten business days.");

  @TempDir private Path folder;

  @Test
  void aLayerIsFittedWrittenAndUsed() throws Exception {
    Path claims = Files.write(folder.resolve("claims.jsonl"), claims());
    String data = "models.train-summac.data=\"%s\"".formatted(claims);
    String path = "models.train-summac.path=\"%s\"".formatted(folder.resolve("layer"));
    Run fit = TestRun.of(folder, "train-summac", model(64), data, path);
    assertThat(new TrainSummac().run(fit).values()).containsEntry("texts", 200L);
    Path layer = folder.resolve("layer/summac-conv.json");
    String weights = Files.readString(layer);
    JsonNode report =
        new ObjectMapper().readTree(folder.resolve("layer/summac-conv-report.json").toFile());
    assertThat(report.at("/unseen/summac_conv/auroc").asDouble()).isBetween(0.0, 1.0);
    assertThat(report.at("/model").asText()).startsWith("cross-encoder@");
    new TrainSummac().run(fit);
    assertThat(layer).as("the same again").hasContent(weights);

    assertThat(scores(layer.toString()))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.<String>getAs("status")).isEqualTo("ok"))
        .allSatisfy(row -> assertThat(row.<Double>getAs("value")).isBetween(0.0, 1.0));
    assertThat(absent(64, "")).isEqualTo(Status.NOT_APPLICABLE);
    assertThat(absent(32, layer.toString()))
        .as("the model reads less than the one that the layer was fitted to")
        .isEqualTo(Status.MODEL_ERROR);
  }

  @Test
  void withoutAnNliModelItSaysWhichSlotToFill() {
    assertThatThrownBy(() -> new TrainSummac().run(TestRun.of(folder, "train-summac")))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("models.entailment.kind = nli")
        .hasMessageContaining("support-v1");
  }

  private List<Row> scores(String layer) throws Exception {
    Path answers =
        Files.write(
            folder.resolve("answers.jsonl"),
            List.of(
                "{\"question\":\"%s %s\",\"answer\":\"%s\"}"
                    .formatted(FACTS.get(0), FACTS.get(1), FACTS.get(0)),
                "{\"question\":\"%s %s\",\"answer\":\"%s\"}"
                    .formatted(FACTS.get(2), FACTS.get(3), FACTS.get(1))));
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set(model(64))
            .set("systems.mine={kind=table,path=\"" + answers + "\"}")
            .set("evaluate.evaluators=[summarization]")
            .set("evaluate.parameters.summarization.summac_layer=\"" + layer + "\"")
            .load();
    Commands.run(SharedSpark.session(), loaded, "answer");
    Commands.run(SharedSpark.session(), loaded, "evaluate");
    Dataset<Row> scores =
        new Store(SharedSpark.session(), loaded.config().store()).read(Tables.SCORES);
    return scores.where("metric = 'summarization.summac_conv'").collectAsList();
  }

  private Status absent(int maxLength, String layer) {
    Example example = Example.of(FACTS.get(0), null, List.of(), FACTS.get(1));
    RowEvaluator evaluator =
        (RowEvaluator) Evaluators.of("summarization", Map.of("summac_layer", layer));
    Run run = TestRun.of(folder, "evaluate", model(maxLength));
    Outcome outcome =
        evaluator
            .score(List.of(example), ModelSettings.source(run.config().models()).models())
            .get(0);
    return ((Measure.Absent) outcome.measures().get("summac_conv")).status();
  }

  private static String model(int maxLength) {
    return "models.entailment={kind=nli,source=\"%s\",max-length=%d}"
        .formatted(MODELS.resolve("cross-encoder"), maxLength);
  }

  /** 100 documents of two facts, each with a claim that is one of them and one that is not. */
  private static List<String> claims() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String document = "%s %s Page %d.".formatted(FACTS.get(i % 4), FACTS.get((i + 1) % 4), i);
      rows.add(row(document, FACTS.get(i % 4), "supported"));
      rows.add(row(document, FACTS.get((i + 2) % 4), "not_supported"));
    }
    return rows;
  }

  private static String row(String document, String claim, String label) {
    return "{\"document\":\"%s\",\"claim\":\"%s\",\"label\":\"%s\"}"
        .formatted(document, claim, label);
  }
}
