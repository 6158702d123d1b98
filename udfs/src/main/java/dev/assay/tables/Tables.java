package dev.assay.tables;

import java.util.List;
import java.util.Set;

/**
 * The tables of the contract that this version writes, in the order of the flow. Each is declared
 * in a resource of its name.
 */
public final class Tables {

  public static final Table RUNS = Table.named("runs");
  public static final Table RUN_HISTORY = Table.named("run_history");
  public static final Table CONFIGURATIONS = Table.named("configurations");
  public static final Table RUN_CASES = Table.named("run_cases");
  public static final Table DOCUMENTS = Table.named("documents");
  public static final Table CHUNKS = Table.named("chunks");
  public static final Table EMBEDDINGS = Table.named("embeddings");
  public static final Table STRATA = Table.named("strata");
  public static final Table TOPICS = Table.named("topics");
  public static final Table STRATUM_FITS = Table.named("stratum_fits");
  public static final Table SAMPLES = Table.named("samples");
  public static final Table TEST_CASES = Table.named("test_cases");
  public static final Table CASE_STRATA = Table.named("case_strata");
  public static final Table RESPONSES = Table.named("responses");
  public static final Table LLM_CALLS = Table.named("llm_calls");
  public static final Table SCORES = Table.named("scores");
  public static final Table SET_SCORES = Table.named("set_scores");
  public static final Table SENTENCE_SCORES = Table.named("sentence_scores");
  public static final Table LABELS = Table.named("labels");
  public static final Table CALIBRATIONS = Table.named("calibrations");
  public static final Table GUARANTEES = Table.named("guarantees");
  public static final Table THRESHOLDS = Table.named("thresholds");
  public static final Table DECISIONS = Table.named("decisions");
  public static final Table REVIEW_QUEUE = Table.named("review_queue");
  public static final Table LEADERBOARD = Table.named("leaderboard");
  public static final Table ANSWER_COUNTS = Table.named("answer_counts");
  public static final Table COMPARISONS = Table.named("comparisons");
  public static final Table WEAKNESSES = Table.named("weaknesses");
  public static final Table ROBUSTNESS = Table.named("robustness");
  public static final Table ROBUSTNESS_SURFACE = Table.named("robustness_surface");
  public static final Table LEAST_EDITS = Table.named("least_edits");
  public static final Table DRIFT = Table.named("drift");
  public static final Table GRAMMAR_GROUPS = Table.named("grammar_groups");
  public static final Table GRAMMAR_HYPOTHESES = Table.named("grammar_hypotheses");
  public static final Table GRAMMAR_CONTRASTS = Table.named("grammar_contrasts");
  public static final Table GRAMMAR_RELIABILITY = Table.named("grammar_reliability");
  public static final Table PROBLEMS = Table.named("problems");
  public static final Table INSIGHTS = Table.named("insights");
  public static final Table REJECTED = Table.named("rejected");

  /** What commands that only read tables write too, beside the one that has the store. */
  public static final Set<Table> OF_COMMANDS = Set.of(RUNS, RUN_HISTORY, CONFIGURATIONS);

  /** Every table. */
  public static final List<Table> ALL =
      List.of(
          RUNS,
          RUN_HISTORY,
          CONFIGURATIONS,
          RUN_CASES,
          DOCUMENTS,
          CHUNKS,
          EMBEDDINGS,
          STRATA,
          TOPICS,
          STRATUM_FITS,
          SAMPLES,
          TEST_CASES,
          CASE_STRATA,
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
          ANSWER_COUNTS,
          COMPARISONS,
          WEAKNESSES,
          ROBUSTNESS,
          ROBUSTNESS_SURFACE,
          LEAST_EDITS,
          DRIFT,
          GRAMMAR_GROUPS,
          GRAMMAR_HYPOTHESES,
          GRAMMAR_CONTRASTS,
          GRAMMAR_RELIABILITY,
          PROBLEMS,
          INSIGHTS,
          REJECTED);

  private Tables() {}
}
