package dev.assay.report;

import dev.assay.llm.Conversation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that the page says, read from the tables: plain values without Spark, absent numbers
 * as empty, lists in the order in which they are shown.
 *
 * @param systems systems under test, by name
 * @param metrics what is known of each metric, by qualified name
 * @param cells the leaderboard of the last finished analysis
 * @param comparisons its paired differences over all cases
 * @param topics strata with their labels, by id
 * @param calibrations the newest of each metric, dimension and slice
 * @param decided decision counts by system and topic
 * @param weaknesses worst first
 * @param missing what has no value, most frequent first
 * @param cloud single scores for the strips by topic
 * @param map chunks on the plane
 * @param coverage what the tests touch of the corpus
 * @param worst worst cases by system
 * @param labels who labelled what
 * @param agreement how far annotators agree, by dimension and coefficient
 * @param sets metrics of whole sets, by metric, system and slice
 * @param problems what a reader should act on, gravest first
 * @param insights what a reader should know
 * @param risks the configured risks, by name
 * @param runs the newest run of each stage
 * @param models models that spoke, by what they did
 * @param areas the validation dimension of each metric that the leaderboard has
 */
record Findings(
    List<String> systems,
    Map<String, MetricFacts> metrics,
    List<Cell> cells,
    List<Difference> comparisons,
    List<Topic> topics,
    List<CalibrationSummary> calibrations,
    List<Decided> decided,
    List<Weakness> weaknesses,
    List<ScoreRows.Missing> missing,
    Cloud cloud,
    TopicMap map,
    Coverage coverage,
    List<WorstCase> worst,
    List<Labels> labels,
    List<Agreed> agreement,
    List<SetScore> sets,
    Remarks problems,
    Remarks insights,
    List<Risk> risks,
    List<RunFacts> runs,
    List<String> models,
    Map<String, String> areas) {

  /** A metric of a whole set; {@code reason} says why there is no value. */
  record SetScore(
      MetricFacts metric,
      String system,
      String slice,
      OptionalDouble value,
      OptionalDouble low,
      OptionalDouble high,
      long n,
      long missing,
      Map<String, Double> detail,
      String status,
      String reason) {}

  /** The first lines of table problems or insights, and how many it has for the last analysis. */
  record Remarks(List<Remark> rows, long total) {}

  /**
   * A problem or an insight.
   *
   * @param evaluator empty, like metric, for what is about none
   * @param system empty for what is about every system
   * @param cases the first of its cases
   * @param n how many it has, of all systems
   * @param also what is folded into it: of other systems, and by other metrics
   */
  record Remark(
      String severity,
      String evaluator,
      String metric,
      String system,
      String description,
      String action,
      List<String> cases,
      long n,
      List<Also> also) {}

  record Also(String system, String metric, String description) {}

  /** One leaderboard row. {@code dimension} is empty for the machine's own scale. */
  record Cell(
      String system,
      String slice,
      String metric,
      String dimension,
      OptionalDouble estimate,
      OptionalDouble low,
      OptionalDouble high,
      long n,
      long groups,
      long missing,
      OptionalDouble humanEstimate,
      OptionalDouble humanLow,
      OptionalDouble humanHigh,
      OptionalDouble rank) {}

  /** System {@code a} minus system {@code b}. */
  record Difference(
      String a,
      String b,
      String metric,
      double difference,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble pAdjusted) {}

  record Topic(int id, String label, List<String> terms, long size) {}

  /**
   * Decision counts of one system in one topic, or in all ({@code topic} empty).
   *
   * @param accept accepted, {@code reject} rejected, {@code refer} referred to a person
   * @param probability mean calibrated probability and its interval over groups
   */
  record Decided(
      String metric,
      String dimension,
      String system,
      String topic,
      long accept,
      long reject,
      long refer,
      Mean probability) {
    long n() {
      return accept + reject + refer;
    }
  }

  /** A mean over groups; the interval is empty under two groups. */
  record Mean(OptionalDouble estimate, OptionalDouble low, OptionalDouble high, long groups) {}

  /** {@code also}: other metrics that are worse under the same conditions. */
  record Weakness(
      String system,
      String metric,
      String conditions,
      double estimate,
      OptionalDouble low,
      OptionalDouble high,
      long n,
      double difference,
      OptionalDouble pAdjusted,
      List<String> exemplars,
      List<String> also) {}

  /** One coefficient of agreement in one dimension. */
  record Agreed(
      String dimension,
      String coefficient,
      OptionalDouble value,
      OptionalDouble low,
      OptionalDouble high,
      long n,
      String remark) {}

  record Labels(String annotator, String dimension, long n) {
    /** Annotator of the demonstration's known truth. */
    static final String PLANTED = "planted";
  }

  /**
   * A run.
   *
   * @param tables Delta versions of the tables when it ended
   */
  record RunFacts(
      String id,
      String stage,
      String status,
      String configHash,
      String codeVersion,
      String startedAt,
      String endedAt,
      Map<String, Long> counts,
      Map<String, Long> tables) {

    /** Enough of the id to name it. */
    public String shortId() {
      return id.substring(0, Math.min(12, id.length()));
    }

    /** Enough of the configuration's hash to tell it from others. */
    public String shortHash() {
      return configHash.substring(0, Math.min(12, configHash.length()));
    }
  }

  /**
   * Chunks drawn on the plane, {@code total} of which were chosen by hash; or questions, where
   * there is no corpus.
   */
  record TopicMap(
      List<Chunk> chunks, long total, boolean corpus, Optional<StrataQuality> quality) {}

  /** How the strata were found and how good they are. */
  record StrataQuality(
      String reduction,
      String clustering,
      long strata,
      OptionalDouble silhouette,
      OptionalDouble stability,
      double noise,
      OptionalDouble coherence) {}

  record Chunk(double x, double y, int topic, String document, String start) {}

  /**
   * Single scores: {@code rows} of system, topic and question, and per metric one value a row.
   *
   * @param total rows before the sample by hash
   */
  record Cloud(List<Row> rows, Map<String, List<OptionalDouble>> values, long total) {}

  /**
   * What the tests touch.
   *
   * @param parts the corpus, then its topics by id; none where that is not known
   * @param documents the largest of those without a tested chunk
   * @param untouched how many documents have none
   */
  record Coverage(List<Touched> parts, List<Untouched> documents, long untouched) {}

  /** {@code stratum} is empty for the whole corpus; shares are by tokens. */
  record Touched(
      Optional<Integer> stratum,
      String label,
      long chunks,
      long testedChunks,
      long documents,
      long testedDocuments,
      long tokens,
      OptionalDouble testedShare,
      OptionalDouble nearShare,
      double distance) {}

  record Untouched(String title, long chunks, long tokens) {}

  /**
   * {@code topic} is empty where the case has none, {@code perturbation} where it was asked as it
   * was.
   */
  record Row(String system, String topic, String question, String perturbation) {}

  /**
   * One of the worst answers of a system.
   *
   * @param before the turns before the question, as the system heard them
   */
  record WorstCase(
      String caseId,
      String system,
      int repeat,
      String metric,
      double value,
      String topic,
      Conversation before,
      String question,
      String expected,
      String answer,
      List<String> contexts,
      Map<String, String> attributes,
      List<SentenceScore> sentences,
      List<String> labels) {}

  record SentenceScore(
      String side, int index, String sentence, double score, String match, List<String> flags) {}

  /** Topic labels by stratum. */
  Map<Integer, String> topicLabels() {
    return topics.stream()
        .collect(java.util.stream.Collectors.toMap(Topic::id, Topic::label, (a, b) -> a));
  }

  /** Whether any label is the demonstration's known truth. */
  boolean planted() {
    return labels.stream().anyMatch(l -> l.annotator().equals(Labels.PLANTED));
  }
}
