package dev.assay.tables;

import java.util.List;

/**
 * The tables of the contract that this version writes, in the order of the flow. Their schemas
 * stand by subject in the classes named here.
 */
public final class Tables {

  public static final Table RUNS = RunTables.RUNS;
  public static final Table RUN_CASES = RunTables.RUN_CASES;
  public static final Table DOCUMENTS = CorpusTables.DOCUMENTS;
  public static final Table CHUNKS = CorpusTables.CHUNKS;
  public static final Table EMBEDDINGS = CorpusTables.EMBEDDINGS;
  public static final Table STRATA = CorpusTables.STRATA;
  public static final Table TOPICS = CorpusTables.TOPICS;
  public static final Table STRATUM_FITS = CorpusTables.STRATUM_FITS;
  public static final Table SAMPLES = CorpusTables.SAMPLES;
  public static final Table TEST_CASES = CaseTables.TEST_CASES;
  public static final Table RESPONSES = CaseTables.RESPONSES;
  public static final Table LLM_CALLS = CaseTables.LLM_CALLS;
  public static final Table SCORES = ScoreTables.SCORES;
  public static final Table SET_SCORES = ScoreTables.SET_SCORES;
  public static final Table SENTENCE_SCORES = ScoreTables.SENTENCE_SCORES;
  public static final Table LABELS = ScoreTables.LABELS;
  public static final Table CALIBRATIONS = CalibrationTables.CALIBRATIONS;
  public static final Table GUARANTEES = CalibrationTables.GUARANTEES;
  public static final Table THRESHOLDS = CalibrationTables.THRESHOLDS;
  public static final Table DECISIONS = CalibrationTables.DECISIONS;
  public static final Table REVIEW_QUEUE = ScoreTables.REVIEW_QUEUE;
  public static final Table LEADERBOARD = ResultTables.LEADERBOARD;
  public static final Table COMPARISONS = ResultTables.COMPARISONS;
  public static final Table WEAKNESSES = ResultTables.WEAKNESSES;
  public static final Table DRIFT = ResultTables.DRIFT;
  public static final Table PROBLEMS = ResultTables.PROBLEMS;
  public static final Table INSIGHTS = ResultTables.INSIGHTS;
  public static final Table REJECTED = RunTables.REJECTED;

  /** Every table. */
  public static final List<Table> ALL =
      List.of(
          RUNS,
          RUN_CASES,
          DOCUMENTS,
          CHUNKS,
          EMBEDDINGS,
          STRATA,
          TOPICS,
          STRATUM_FITS,
          SAMPLES,
          TEST_CASES,
          RESPONSES,
          LLM_CALLS,
          SCORES,
          SET_SCORES,
          SENTENCE_SCORES,
          LABELS,
          CALIBRATIONS,
          GUARANTEES,
          THRESHOLDS,
          DECISIONS,
          REVIEW_QUEUE,
          LEADERBOARD,
          COMPARISONS,
          WEAKNESSES,
          DRIFT,
          PROBLEMS,
          INSIGHTS,
          REJECTED);

  private Tables() {}
}
