package dev.assay.jobs;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Runner;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * Two systems' answers to questions in three strata, with a metric that goes with the labels, and
 * labels of some questions. System b is worse.
 */
public final class LabelledStore {
  public static final String METRIC = "groundedness.groundedness";
  public static final String TIME = "2026-01-02T03:04:05Z";

  public final Runner runner;
  public final ConfigLoader.Loaded loaded;

  /** What humans would have said of each system's responses, labelled or not. */
  public final Map<String, Double> truth = new LinkedHashMap<>();

  public LabelledStore(Path home, int questions, int labelled, double slope, String... settings) {
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
    List<String> cases = new ArrayList<>();
    List<String> responses = new ArrayList<>();
    List<String> scores = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<String> covered = new ArrayList<>();
    for (int q = 0; q < questions; q++) {
      String id = "case-%05d".formatted(q);
      cases.add(
          """
          {"case_id":"%s","group_id":"%s","suite":"s","question":"Question %d","query_type":"%s",\
          "stratum_id":%d,"source_chunk_ids":[],"relevant_doc_ids":[],"facts":[],"attributes":{},\
          "created_at":"%s","provenance":"test"}\
          """
              .formatted(id, id, q, q % 2 == 0 ? "factual" : "yes_no", q % 3, TIME));
      double effect = random.nextGaussian();
      for (String system : List.of("a", "b")) {
        double x = effect + random.nextGaussian() / 2 + (system.equals("a") ? .7 : 0);
        int label = random.nextDouble() < 1 / (1 + Math.exp(-slope * x)) ? 1 : 0;
        truth.merge(system, label / (double) questions, Double::sum);
        String key = "{\"case_id\":\"%s\",\"system\":\"%s\",\"repeat\":0,".formatted(id, system);
        covered.add(key + "\"run_id\":\"answered\"}");
        responses.add(
            key
                + """
                "answer":"%s","contexts":[],"status":"ok","answered_at":"%s","fingerprint":"f",\
                "attributes":{}}\
                """
                    .formatted("x".repeat(random.nextInt(20, 60)), TIME));
        scores.add(
            key
                + """
                "metric":"%s","value":%s,"status":"ok","truncated":false,"fingerprint":"f"}\
                """
                    .formatted(METRIC, .5 + x / 10));
        if (q < labelled) {
          labels.add(
              key
                  + """
                  "label_id":"%s%s","dimension":"grounded","label":"%d","annotator":"human",\
                  "labelled_at":"%s","split":"train"}\
                  """
                      .formatted(id, system, label, TIME));
        }
      }
    }
    JsonRows.append(runner.store(), Tables.TEST_CASES, cases);
    JsonRows.append(runner.store(), Tables.RESPONSES, responses);
    JsonRows.append(runner.store(), Tables.SCORES, scores);
    JsonRows.append(runner.store(), Tables.LABELS, labels);
    JsonRows.append(runner.store(), Tables.RUN_CASES, covered);
    JsonRows.append(runner.store(), Tables.RUNS, List.of(answered(name)));
  }

  /** A row of runs as JSON: the finished stage {@code answer} of the run {@code name}. */
  static String answered(String name) {
    return """
    {"run_id":"answered","name":"%s","stage":"answer","config":"{}","config_hash":"c",\
    "code_version":"0","table_versions":{},"started_at":"%s","ended_at":"%s",\
    "status":"done","counts":{}}\
    """
        .formatted(name, TIME, TIME);
  }

  /** A row of labels as JSON: what {@code annotator} said of a response. */
  public static String label(
      String id, String system, String dimension, String said, String annotator) {
    return """
    {"case_id":"%s","system":"%s","repeat":0,"label_id":"%s","dimension":"%s","label":"%s",\
    "annotator":"%s","labelled_at":"%s","split":"train"}\
    """
        .formatted(
            id, system, id + system + dimension + annotator, dimension, said, annotator, TIME);
  }

  /** A row of scores as JSON; {@code reason} says why there is no value, and of which status. */
  public static String score(
      String id, String system, String metric, OptionalDouble value, String reason) {
    String measured =
        value.isPresent()
            ? "\"value\":%s,\"status\":\"ok\"".formatted(value.getAsDouble())
            : "\"status\":\"too_long\",\"reason\":\"%s\"".formatted(reason);
    return """
    {"case_id":"%s","system":"%s","repeat":0,"metric":"%s",%s,"truncated":false,\
    "fingerprint":"f"}\
    """
        .formatted(id, system, metric, measured);
  }

  /** Adds rows as JSON by column name. */
  public void add(Table table, List<String> rows) {
    JsonRows.append(runner.store(), table, rows);
  }
}
