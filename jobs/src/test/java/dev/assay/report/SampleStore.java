package dev.assay.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.AssayConfig;
import dev.assay.config.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/** A small store with rows in every table that the report reads; texts are hostile. */
public final class SampleStore {
  static final String HOSTILE =
      "</script><script>window.owned=1</script><img src=x onerror=\"window.owned=1\"> {{ 7*7 }} {% raw"
          + " %} <!-- & \u202bשלום עולם\u202c مرحبا 🏦🧾 \u2028 end";
  static final String METRIC = "groundedness.groundedness_mean";
  static final List<String> SYSTEMS = List.of("dense", "faulty", "sparse <b>&</b>");
  static final List<String> TOPICS =
      List.of("fees, overdraft", "cards, limit", "disputes <i>", "lending, rate", "privacy 🏦");
  private static final String TIME = "2026-01-02T03:04:05Z";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SparkSession spark = SharedSpark.session();
  private final AssayConfig config;
  private final Store store;
  private final Random random = new Random(7);

  private SampleStore(Path home, String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("report.worst-cases=3");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    this.config = loader.load().config();
    this.store = new Store(spark, config.store());
  }

  /** No row at all. */
  public static SampleStore empty(Path home, String... settings) {
    return new SampleStore(home, settings);
  }

  /** Three systems, five topics, a fit and an unfit calibration. */
  public static SampleStore full(Path home, String... settings) {
    SampleStore sample = new SampleStore(home, settings);
    sample.runs();
    sample.corpus();
    sample.answers(SYSTEMS, true);
    sample.calibrations();
    sample.analysis();
    sample.coverage();
    sample.problems();
    return sample;
  }

  /** One system with recorded answers: no strata, no labels, no calibration, no analysis. */
  static SampleStore recorded(Path home) {
    SampleStore sample = new SampleStore(home);
    sample.answers(List.of("recorded"), false);
    return sample;
  }

  public AssayConfig config() {
    return config;
  }

  public Store store() {
    return store;
  }

  private void runs() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String stage : List.of("ingest", "evaluate", "analyze")) {
      rows.add(
          row(
              "run_id",
              "run-" + stage,
              "name",
              config.run().name(),
              "stage",
              stage,
              "config",
              "{}",
              "config_hash",
              "c0ffee",
              "code_version",
              "0.1.0",
              "table_versions",
              Map.of(),
              "started_at",
              TIME,
              "ended_at",
              TIME,
              "status",
              "done",
              "counts",
              Map.of("rows", 5)));
    }
    add(Tables.RUNS, rows);
  }

  private void corpus() {
    List<Map<String, Object>> documents = new ArrayList<>();
    List<Map<String, Object>> chunks = new ArrayList<>();
    List<Map<String, Object>> strata = new ArrayList<>();
    List<Map<String, Object>> topics = new ArrayList<>();
    for (int topic = 0; topic < TOPICS.size(); topic++) {
      topics.add(
          row(
              "stratum_id",
              topic,
              "model",
              "bge",
              "label",
              TOPICS.get(topic),
              "terms",
              List.of(Map.of("term", "fee <u>", "weight", 0.5)),
              "size",
              30,
              "labelled_by",
              "terms",
              "exemplar_chunk_ids",
              List.of("chunk-" + topic + "-0")));
      documents.add(
          row(
              "doc_id",
              "doc-" + topic,
              "uri",
              "file:/doc" + topic,
              "title",
              "Doc " + HOSTILE,
              "text",
              HOSTILE,
              "metadata",
              Map.of(),
              "ingested_at",
              TIME));
      for (int i = 0; i < 30; i++) {
        String id = "chunk-" + topic + "-" + i;
        chunks.add(
            row(
                "chunk_id",
                id,
                "doc_id",
                "doc-" + topic,
                "position",
                i,
                "start",
                0,
                "end",
                9,
                "text",
                HOSTILE + i,
                "n_tokens",
                5,
                "n_sentences",
                1));
        strata.add(
            row(
                "chunk_id",
                id,
                "model",
                "bge",
                "stratum_id",
                topic,
                "x",
                3 * Math.cos(topic) + random.nextGaussian() * 0.5,
                "y",
                3 * Math.sin(topic * 1.3) + random.nextGaussian() * 0.5,
                "distance",
                0.1,
                "fingerprint",
                "f"));
      }
    }
    add(Tables.DOCUMENTS, documents);
    add(Tables.CHUNKS, chunks);
    add(Tables.STRATA, strata);
    add(Tables.TOPICS, topics);
  }

  private void answers(List<String> systems, boolean sampled) {
    List<Map<String, Object>> cases = new ArrayList<>();
    List<Map<String, Object>> responses = new ArrayList<>();
    List<Map<String, Object>> scores = new ArrayList<>();
    List<Map<String, Object>> sentences = new ArrayList<>();
    List<Map<String, Object>> labels = new ArrayList<>();
    List<Map<String, Object>> decisions = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String id = "case" + i;
      cases.add(
          row(
              "case_id",
              id,
              "group_id",
              id,
              "suite",
              "s",
              "question",
              "What does rule " + i + " say? " + HOSTILE,
              "expected_answer",
              "Five. " + HOSTILE,
              "query_type",
              i % 2 == 0 ? "factual" : "yes_no",
              "stratum_id",
              sampled ? (Object) (i % TOPICS.size()) : null,
              "source_chunk_ids",
              sampled && i % TOPICS.size() != 3
                  ? List.of("chunk-%d-%d".formatted(i % TOPICS.size(), i / TOPICS.size()))
                  : List.of(),
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
      for (String system : systems) {
        boolean weak = system.equals("faulty") && (i % TOPICS.size() == 2 || i % 3 == 0);
        double value =
            Math.min(0.99, (weak ? 0.45 : 0.88) + random.nextGaussian() * (weak ? 0.12 : 0.05));
        Map<String, Object> key = row("case_id", id, "system", system, "repeat", 0);
        String bad = "The fee is 900 dollars " + HOSTILE;
        responses.add(
            plus(
                key,
                "answer",
                "It is five. " + bad + " Ask a clerk." + (i == 0 ? " x".repeat(15000) : ""),
                "contexts",
                List.of(
                    row(
                        "chunk_id",
                        "c",
                        "doc_id",
                        "d",
                        "text",
                        "Context " + HOSTILE,
                        "rank",
                        1,
                        "score",
                        0.5)),
                "status",
                i == 59 ? "timeout" : "ok",
                "error",
                i == 59 ? "slow " + HOSTILE : null,
                "answered_at",
                TIME,
                "fingerprint",
                "f",
                "attributes",
                Map.of("fault", "swapped <number>"),
                "latency_ms",
                12.5,
                "cost",
                0.01));
        scores.add(score(key, METRIC, value, 0.75));
        scores.add(score(key, "text_statistics.ttr", 0.5 + random.nextDouble() / 3, null));
        scores.add(
            plus(
                key,
                "metric",
                "rouge.rouge_l",
                "status",
                "no_input",
                "reason",
                "no expected answer " + HOSTILE,
                "truncated",
                false,
                "fingerprint",
                "f"));
        for (int s = 0; s < 3; s++) {
          sentences.add(
              plus(
                  key,
                  "metric",
                  "groundedness.groundedness",
                  "side",
                  "answer",
                  "sentence_index",
                  s,
                  "sentence",
                  s == 1 ? bad : s == 0 ? "It is five." : "Ask a clerk.",
                  "score",
                  s == 1 ? 0.21 : 0.9,
                  "match",
                  "Context " + HOSTILE,
                  "flags",
                  List.of("number"),
                  "detail",
                  Map.of()));
        }
        if (sampled) {
          int label = value + random.nextGaussian() * 0.1 > 0.7 ? 1 : 0;
          double p = 1 / (1 + Math.exp(-(18 * value - 12.6)));
          labels.add(
              plus(
                  key,
                  "label_id",
                  id + system,
                  "dimension",
                  "correctness",
                  "label",
                  "" + label,
                  "annotator",
                  "planted",
                  "split",
                  "test"));
          decisions.add(
              plus(
                  key,
                  "metric",
                  METRIC,
                  "dimension",
                  "correctness",
                  "probability",
                  p,
                  "alpha",
                  0.1,
                  "prediction_set",
                  List.of("1"),
                  "slice",
                  "all",
                  "decision",
                  p > 0.8 ? "accept" : p < 0.2 ? "reject" : "refer"));
        }
      }
    }
    add(Tables.TEST_CASES, cases);
    add(Tables.RESPONSES, responses);
    add(Tables.SCORES, scores);
    add(Tables.SENTENCE_SCORES, sentences);
    add(Tables.LABELS, labels);
    add(Tables.DECISIONS, decisions);
  }

  private static Map<String, Object> score(
      Map<String, Object> key, String metric, double value, Double threshold) {
    return plus(
        key,
        "metric",
        metric,
        "value",
        value,
        "threshold",
        threshold,
        "passed",
        threshold == null ? null : (Object) (value >= threshold),
        "status",
        "ok",
        "truncated",
        false,
        "model",
        "bge",
        "fingerprint",
        "f");
  }

  private void calibrations() {
    List<Map<String, Object>> curve = new ArrayList<>();
    for (double score : new double[] {0.4, 0.6, 0.7, 0.8, 0.9}) {
      double p = 1 / (1 + Math.exp(-(18 * score - 12.6)));
      curve.add(
          row(
              "score",
              score,
              "probability",
              Math.min(1, p + 0.03),
              "ci_low",
              Math.max(0, p - 0.1),
              "ci_high",
              Math.min(1, p + 0.12),
              "n",
              20));
    }
    Map<String, Object> fit =
        row(
            "calibration_id",
            "k1",
            "metrics",
            List.of(METRIC),
            "dimension",
            "correctness",
            "slice",
            "all",
            "method",
            "logistic",
            "parameters",
            Map.of("intercept", -12.6, "slope", 18.0),
            "n_train",
            70,
            "n_conformal",
            70,
            "n_groups",
            60,
            "alpha",
            0.1,
            "quantile",
            0.62,
            "coverage",
            0.91,
            "set_sizes",
            Map.of("1", 0.8, "2", 0.2),
            "curve",
            curve,
            "ece",
            0.04,
            "brier",
            0.08,
            "log_loss",
            0.3,
            "auroc",
            0.93,
            "auroc_low",
            0.88,
            "auroc_high",
            0.97,
            "baseline_aurocs",
            Map.of("answer_length", 0.55),
            "fitted_at",
            TIME,
            "status",
            "ok");
    add(
        Tables.GUARANTEES,
        List.of(
            row(
                "calibration_id",
                "k1",
                "metric",
                METRIC,
                "dimension",
                "correctness",
                "slice",
                "all",
                "method",
                "learn-then-test",
                "fitted_at",
                TIME,
                "kind",
                "decided_error",
                "alpha",
                0.1,
                "delta",
                0.1,
                "quantile",
                0.8,
                "n_groups",
                70,
                "n_decided",
                50,
                "n_errors",
                1,
                "p_value",
                0.034,
                "share",
                0.7,
                "observed",
                0.04,
                "n_observed",
                30,
                "promise",
                "With a confidence of 90 %, at most 10 % of what the machine decides is wrong.")));
    Map<String, Object> unfit =
        row(
            "calibration_id",
            "k2",
            "metrics",
            List.of("text_statistics.ttr"),
            "dimension",
            "correctness",
            "slice",
            "all",
            "method",
            "logistic",
            "parameters",
            Map.of("intercept", 0.1, "slope", 0.2),
            "n_train",
            70,
            "n_conformal",
            9,
            "n_groups",
            60,
            "alpha",
            0.1,
            "coverage",
            0.93,
            "set_sizes",
            Map.of("2", 1.0),
            "curve",
            List.of(),
            "auroc",
            0.52,
            "auroc_low",
            0.41,
            "auroc_high",
            0.6,
            "baseline_aurocs",
            Map.of("answer_length", 0.55),
            "fitted_at",
            TIME,
            "status",
            "unfit",
            "reason",
            "the lower end of its AUROC, 0.41, is under 0.60");
    add(Tables.CALIBRATIONS, List.of(fit, unfit));
  }

  private void analysis() {
    List<Map<String, Object>> cells = new ArrayList<>();
    for (int s = 0; s < SYSTEMS.size(); s++) {
      for (int topic = -1; topic < TOPICS.size(); topic++) {
        double estimate = 0.88 - (s == 1 ? 0.15 : 0) - (s == 1 && topic == 2 ? 0.25 : 0);
        cells.add(
            row(
                "run_id",
                "run-analyze",
                "system",
                SYSTEMS.get(s),
                "slice",
                topic < 0 ? "all" : "stratum_id=" + topic,
                "metric",
                METRIC,
                "dimension",
                "",
                "validation_dimension",
                "hallucination",
                "estimate",
                estimate,
                "ci_low",
                estimate - 0.04,
                "ci_high",
                estimate + 0.04,
                "ci_method",
                "bootstrap",
                "n",
                topic < 0 ? 60 : 12,
                "n_groups",
                topic < 0 ? 60 : 12,
                "n_missing",
                0,
                "rank",
                s + 1,
                "status",
                "ok"));
      }
      cells.add(
          row(
              "run_id",
              "run-analyze",
              "system",
              SYSTEMS.get(s),
              "slice",
              "all",
              "metric",
              "rouge.rouge_l",
              "dimension",
              "",
              "validation_dimension",
              "qa",
              "ci_method",
              "none: nothing was measured",
              "n",
              0,
              "n_groups",
              0,
              "n_missing",
              60,
              "status",
              "no_input"));
    }
    for (String part : List.of("no_pii", "failures", "retrieval_failures", "generation_failures")) {
      for (String system : SYSTEMS) {
        cells.add(checked(system, "pii_leakage." + part, part.equals("no_pii") ? 0.9 : 0.1));
      }
    }
    add(Tables.LEADERBOARD, cells);
    add(Tables.SET_SCORES, List.of(drift("set_scores")));
    add(Tables.DRIFT, List.of(drift("drift")));
    add(
        Tables.COMPARISONS,
        List.of(
            row(
                "run_id",
                "run-analyze",
                "system_a",
                "dense",
                "system_b",
                "faulty",
                "slice",
                "all",
                "metric",
                METRIC,
                "difference",
                0.15,
                "ci_low",
                0.1,
                "ci_high",
                0.2,
                "p_value",
                0.001,
                "p_adjusted",
                0.002,
                "test",
                "paired",
                "n_groups",
                60)));
    add(
        Tables.WEAKNESSES,
        List.of(
            row(
                "run_id",
                "run-analyze",
                "system",
                "faulty",
                "metric",
                METRIC,
                "conditions",
                "stratum_id=2",
                "estimate",
                0.48,
                "ci_low",
                0.4,
                "ci_high",
                0.55,
                "n",
                12,
                "difference",
                -0.27,
                "p_adjusted",
                0.0004,
                "exemplar_case_ids",
                List.of("case2", "case7"))));
  }

  private static Map<String, Object> checked(String system, String metric, double estimate) {
    Map<String, Object> cell =
        row("run_id", "run-analyze", "system", system, "slice", "all", "metric", metric);
    cell.putAll(row("dimension", "", "validation_dimension", "bad_actor", "estimate", estimate));
    cell.putAll(row("ci_low", estimate - 0.05, "ci_high", estimate + 0.05, "ci_method", "t"));
    cell.putAll(row("n", 60, "n_groups", 60, "n_missing", 0, "status", "ok"));
    return cell;
  }

  private static Map<String, Object> drift(String table) {
    Map<String, Object> row =
        row("metric", "questions_drift.questions_drift", "value", 0.25, "status", "ok");
    if (table.equals("drift")) {
      row.putAll(row("run_id", "run-analyze", "subject", "questions", "p_value", 0.005));
      row.putAll(row("n_before", 30, "n_after", 30));
    } else {
      row.putAll(row("run_id", "run-evaluate", "system", "all", "slice", "all", "n", 60));
      row.putAll(row("n_missing", 0, "fingerprint", "f"));
      row.put("detail", Map.of("n_before", 30.0, "n_after", 30.0));
    }
    return row;
  }

  /** Topic 3 has no test; in the others every third chunk has one. */
  private void coverage() {
    List<Map<String, Object>> insights = new ArrayList<>();
    for (int topic = -1; topic < TOPICS.size(); topic++) {
      int chunks = topic < 0 ? 150 : 30;
      int tested = topic < 0 ? 40 : topic == 3 ? 0 : 10;
      Map<String, Object> attributes =
          row(
              "kind",
              topic < 0 ? "coverage" : "coverage_topic",
              "topic",
              topic < 0 ? "" : TOPICS.get(topic),
              "chunks",
              "" + chunks,
              "tested_chunks",
              "" + tested,
              "documents",
              topic < 0 ? "5" : "1",
              "tested_documents",
              topic < 0 ? "4" : topic == 3 ? "0" : "1",
              "tokens",
              "" + 5 * chunks,
              "tested_tokens",
              "" + 5 * tested,
              "near_tokens",
              "" + 10 * tested,
              "distance",
              "0.2");
      if (topic >= 0) {
        attributes.put("stratum_id", "" + topic);
      }
      insights.add(
          row(
              "run_id",
              "run-analyze",
              "id",
              "coverage" + topic,
              "severity",
              "low",
              "description",
              "Tests touch some chunks.",
              "case_ids",
              List.of(),
              "attributes",
              attributes));
    }
    Map<String, Object> best = found("best", "low", METRIC, "dense", "Best " + HOSTILE, 1);
    best.put("attributes", Map.of("kind", "best"));
    insights.add(best);
    add(Tables.INSIGHTS, insights);
    List<Map<String, Object>> covered = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      for (String system : SYSTEMS) {
        covered.add(
            row("run_id", "run-analyze", "case_id", "case" + i, "system", system, "repeat", 0));
      }
    }
    add(Tables.RUN_CASES, covered);
  }

  /** Of each severity one, written in the wrong order, and more than the page shows. */
  private void problems() {
    List<Map<String, Object>> problems = new ArrayList<>();
    problems.add(found("p-low", "low", METRIC, "dense", "Slightly worse.", 0));
    for (int i = 0; i < 56; i++) {
      Map<String, Object> flip =
          found(
              "p-flip" + i, "medium", METRIC, "faulty", "Flipped on number %02d.".formatted(i), 0);
      flip.put("case_ids", List.of("case" + i));
      problems.add(flip);
    }
    problems.add(found("p-topic", "medium", null, null, "No test touches a topic.", 0));
    problems.add(found("p-high", "high", METRIC, "faulty", "Far past: " + HOSTILE, 7));
    Map<String, Object> earlier = found("p-old", "high", METRIC, "faulty", "Long repaired.", 0);
    earlier.put("run_id", "run-before");
    problems.add(earlier);
    add(Tables.PROBLEMS, problems);
  }

  private static Map<String, Object> found(
      String id, String severity, String metric, String system, String description, int cases) {
    Map<String, Object> finding =
        row("run_id", "run-analyze", "id", id, "severity", severity, "metric", metric);
    finding.put("evaluator", metric == null ? null : metric.substring(0, metric.indexOf('.')));
    finding.putAll(row("system", system, "description", description, "attributes", Map.of()));
    finding.put("action", "Look <i>there</i>.");
    finding.put("case_ids", IntStream.range(0, cases).mapToObj(i -> "case" + i).toList());
    return finding;
  }

  private void add(Table table, List<Map<String, Object>> rows) {
    List<String> lines = rows.stream().map(SampleStore::json).toList();
    store.append(
        table,
        spark.read().schema(table.schema()).json(spark.createDataset(lines, Encoders.STRING())));
  }

  private static String json(Map<String, Object> row) {
    try {
      return JSON.writeValueAsString(row);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> row(Object... pairs) {
    return plus(Map.of(), pairs);
  }

  private static Map<String, Object> plus(Map<String, Object> base, Object... pairs) {
    Map<String, Object> row = new LinkedHashMap<>(base);
    for (int i = 0; i < pairs.length; i += 2) {
      row.put((String) pairs[i], pairs[i + 1]);
    }
    return row;
  }
}
