package dev.assay.bench;

import dev.assay.calibration.LabelledResponse;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import dev.assay.spark.SharedSpark;
import dev.assay.support.SupportFile;
import dev.assay.support.SupportModel;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.text.CopiedWords;
import dev.assay.text.Sentences;
import dev.assay.training.LabelledText;
import dev.assay.training.TrainingData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Row;

/** Labelled answers with support, groundedness, share of copied pairs of words, and length. */
final class CombinationSets {
  static final List<String> METRICS = List.of("support", "groundedness", "copied pairs", "length");

  private CombinationSets() {}

  /** A part of BEGIN, by weights that have not seen it. Generic replies have no label here. */
  static List<LabelledResponse> begin(Path data, Path weights, String part) {
    List<LabelledText> texts = TrainingData.begin(data, part);
    List<LabelledResponse> rows = new ArrayList<>();
    try (OnnxEmbedder tokens = new OnnxEmbedder(ModelSpec.bgeSmall())) {
      String file = weights.resolve("support-v1-without-" + part + ".json").toString();
      SupportModel model = new SupportModel(SupportFile.of(file), tokens, 200_000);
      for (LabelledText text : texts) {
        List<String> lines = Sentences.scored(text.text());
        List<Claim> claims = new ArrayList<>();
        lines.forEach(line -> claims.add(new Claim(text.passages(), line)));
        double support =
            model.judge(claims).stream().mapToDouble(Support::probability).average().orElse(0);
        rows.add(
            row(
                text.group(),
                support,
                groundedness(tokens, lines, text.passages()),
                text.text(),
                text.passages(),
                text.supported()));
      }
    }
    return rows;
  }

  private static double groundedness(
      OnnxEmbedder model, List<String> lines, List<String> passages) {
    List<String> context =
        passages.stream().flatMap(passage -> Sentences.scored(passage).stream()).toList();
    var left = model.embed(lines);
    var right = model.embed(context);
    return left.stream()
        .mapToDouble(a -> right.stream().mapToDouble(a::cosine).max().orElse(0))
        .average()
        .orElse(0);
  }

  private static LabelledResponse row(
      String group,
      double support,
      double groundedness,
      String answer,
      List<String> contexts,
      boolean label) {
    List<Double> scores =
        List.of(
            support,
            groundedness,
            CopiedWords.pairs(answer, contexts).orElse(0),
            (double) answer.length());
    return LabelledResponse.of(group, scores, label ? 1 : 0, 1);
  }

  /** The demonstration's answers by dimension, its planted truth for labels. */
  static Map<String, List<LabelledResponse>> demonstration() throws IOException {
    Path home = Files.createTempDirectory("combination");
    try {
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .resource(Commands.class, "/demo.conf")
              .set("evaluate.evaluators=[groundedness, groundedness_nli]")
              .set("store.path=" + home.resolve("store"))
              .load();
      for (String stage :
          List.of(
              "ingest", "embed", "stratify", "sample", "generate", "answer", "evaluate", "label")) {
        Commands.run(SharedSpark.session(), loaded, stage);
      }
      return demonstration(new Store(SharedSpark.session(), loaded.config().store()));
    } finally {
      FileUtils.deleteQuietly(home.toFile());
    }
  }

  private static Map<String, List<LabelledResponse>> demonstration(Store store) {
    Map<List<String>, Map<String, Double>> scores = new HashMap<>();
    for (Row row : store.read(Tables.SCORES).where("status = 'ok'").collectAsList()) {
      scores
          .computeIfAbsent(List.of(row.getAs("case_id"), row.getAs("system")), k -> new HashMap<>())
          .put(row.getAs("metric"), row.getAs("value"));
    }
    Map<String, List<LabelledResponse>> rows = new TreeMap<>();
    for (Row row :
        store
            .read(Tables.LABELS)
            .select("case_id", "system", "dimension", "label")
            .join(store.read(Tables.TEST_CASES).select("case_id", "group_id"), "case_id")
            .join(
                store
                    .read(Tables.RESPONSES)
                    .selectExpr("case_id", "system", "answer", "contexts.text AS passages"),
                scala.collection.JavaConverters.asScalaBuffer(List.of("case_id", "system")).toSeq(),
                "inner")
            .orderBy("dimension", "case_id", "system")
            .collectAsList()) {
      Map<String, Double> own =
          scores.getOrDefault(List.of(row.getAs("case_id"), row.getAs("system")), Map.of());
      Double support = own.get("groundedness_nli.groundedness_nli");
      Double groundedness = own.get("groundedness.groundedness");
      if (support != null && groundedness != null) {
        rows.computeIfAbsent(row.getAs("dimension"), d -> new ArrayList<>())
            .add(
                row(
                    row.getAs("group_id"),
                    support,
                    groundedness,
                    row.getAs("answer"),
                    RowValues.list(row, "passages"),
                    row.getAs("label").equals("1")));
      }
    }
    return rows;
  }
}
