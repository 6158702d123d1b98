package dev.assay.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.spark.sql.Encoders;

/**
 * Two systems' answers to questions in three strata, with a metric that goes with the labels, and
 * labels of some questions. System b is worse.
 */
final class LabelledStore {
  static final String METRIC = "groundedness.groundedness";
  static final String TIME = "2026-01-02T03:04:05Z";
  private static final ObjectMapper JSON = new ObjectMapper();

  final Runner runner;
  final ConfigLoader.Loaded loaded;

  /** What humans would have said of each system's responses, labelled or not. */
  final Map<String, Double> truth = new LinkedHashMap<>();

  LabelledStore(Path home, int questions, int labelled, double slope, String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("calibrate.metrics=[\"" + METRIC + "\"]");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    loaded = loader.load();
    runner = new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
    fill(questions, labelled, slope, loaded.config().run().name());
  }

  private void fill(int questions, int labelled, double slope, String name) {
    SplittableRandom random = new SplittableRandom(17);
    List<Map<String, Object>> cases = new ArrayList<>();
    List<Map<String, Object>> responses = new ArrayList<>();
    List<Map<String, Object>> scores = new ArrayList<>();
    List<Map<String, Object>> labels = new ArrayList<>();
    List<Map<String, Object>> covered = new ArrayList<>();
    for (int q = 0; q < questions; q++) {
      String id = "case-%05d".formatted(q);
      cases.add(
          row(
              "case_id",
              id,
              "group_id",
              id,
              "suite",
              "s",
              "question",
              "Question " + q,
              "query_type",
              q % 2 == 0 ? "factual" : "yes_no",
              "stratum_id",
              q % 3,
              "source_chunk_ids",
              List.of(),
              "relevant_doc_ids",
              List.of(),
              "facts",
              List.of(),
              "attributes",
              Map.of(),
              "created_at",
              TIME,
              "provenance",
              "test"));
      double effect = random.nextGaussian();
      for (String system : List.of("a", "b")) {
        double x = effect + random.nextGaussian() / 2 + (system.equals("a") ? .7 : 0);
        int label = random.nextDouble() < 1 / (1 + Math.exp(-slope * x)) ? 1 : 0;
        truth.merge(system, label / (double) questions, Double::sum);
        Object[] key = {"case_id", id, "system", system, "repeat", 0};
        covered.add(row(join(key, "run_id", "answered")));
        responses.add(
            row(
                join(
                    key,
                    "answer",
                    "x".repeat(random.nextInt(20, 60)),
                    "contexts",
                    List.of(),
                    "status",
                    "ok",
                    "answered_at",
                    TIME,
                    "fingerprint",
                    "f",
                    "attributes",
                    Map.of())));
        scores.add(
            row(
                join(
                    key,
                    "metric",
                    METRIC,
                    "value",
                    .5 + x / 10,
                    "status",
                    "ok",
                    "truncated",
                    false,
                    "fingerprint",
                    "f")));
        if (q < labelled) {
          labels.add(
              row(
                  join(
                      key,
                      "label_id",
                      id + system,
                      "dimension",
                      "grounded",
                      "label",
                      Integer.toString(label),
                      "annotator",
                      "human",
                      "labelled_at",
                      TIME,
                      "split",
                      "train")));
        }
      }
    }
    add(Tables.TEST_CASES, cases);
    add(Tables.RESPONSES, responses);
    add(Tables.SCORES, scores);
    add(Tables.LABELS, labels);
    add(Tables.RUN_CASES, covered);
    add(
        Tables.RUNS,
        List.of(
            row(
                "run_id",
                "answered",
                "name",
                name,
                "stage",
                "answer",
                "config",
                "{}",
                "config_hash",
                "c",
                "code_version",
                "0",
                "table_versions",
                Map.of(),
                "started_at",
                TIME,
                "ended_at",
                TIME,
                "status",
                "done",
                "counts",
                Map.of())));
  }

  private static Object[] join(Object[] key, Object... rest) {
    Object[] all = new Object[key.length + rest.length];
    System.arraycopy(key, 0, all, 0, key.length);
    System.arraycopy(rest, 0, all, key.length, rest.length);
    return all;
  }

  static Map<String, Object> row(Object... pairs) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      row.put((String) pairs[i], pairs[i + 1]);
    }
    return row;
  }

  void add(Table table, List<Map<String, Object>> rows) {
    List<String> lines = new ArrayList<>();
    try {
      for (Map<String, Object> row : rows) {
        lines.add(JSON.writeValueAsString(row));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    runner
        .store()
        .append(
            table,
            SharedSpark.session()
                .read()
                .schema(table.schema())
                .json(SharedSpark.session().createDataset(lines, Encoders.STRING())));
  }
}
