package dev.assay.tables;

import java.util.ArrayList;
import java.util.List;

/**
 * The tables of the contract that this version writes, in the order of the flow. Each is declared
 * in a resource of its name.
 */
public final class Tables {
  private static final List<Table> DECLARED = new ArrayList<>();

  public static final Table RUNS = table("runs");
  public static final Table RUN_CASES = table("run_cases");
  public static final Table DOCUMENTS = table("documents");
  public static final Table CHUNKS = table("chunks");
  public static final Table EMBEDDINGS = table("embeddings");
  public static final Table STRATA = table("strata");
  public static final Table TOPICS = table("topics");
  public static final Table STRATUM_FITS = table("stratum_fits");
  public static final Table SAMPLES = table("samples");
  public static final Table TEST_CASES = table("test_cases");
  public static final Table RESPONSES = table("responses");
  public static final Table LLM_CALLS = table("llm_calls");
  public static final Table SCORES = table("scores");
  public static final Table SET_SCORES = table("set_scores");
  public static final Table SENTENCE_SCORES = table("sentence_scores");
  public static final Table LABELS = table("labels");
  public static final Table CALIBRATIONS = table("calibrations");
  public static final Table GUARANTEES = table("guarantees");
  public static final Table THRESHOLDS = table("thresholds");
  public static final Table DECISIONS = table("decisions");
  public static final Table REVIEW_QUEUE = table("review_queue");
  public static final Table LEADERBOARD = table("leaderboard");
  public static final Table COMPARISONS = table("comparisons");
  public static final Table WEAKNESSES = table("weaknesses");
  public static final Table DRIFT = table("drift");
  public static final Table PROBLEMS = table("problems");
  public static final Table INSIGHTS = table("insights");
  public static final Table REJECTED = table("rejected");

  /** Every table. */
  public static final List<Table> ALL = List.copyOf(DECLARED);

  private Tables() {}

  /** The table {@code name}; throws {@link IllegalArgumentException} if there is none. */
  public static Table of(String name) {
    return ALL.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Unknown table '" + name + "'"));
  }

  private static Table table(String name) {
    Table table = Table.named(name);
    DECLARED.add(table);
    return table;
  }
}
