package dev.assay.tables;

/** What is known of systems: estimates, differences, weaknesses, drift, findings. */
final class ResultTables {

  static final Table LEADERBOARD =
      Table.named("leaderboard", "A system's mean of a metric in a slice")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("system", "STRING", "The system")
          .key("slice", "STRING", "all, or key=value pairs")
          .key("metric", "STRING", "evaluator.metric")
          .key("dimension", "STRING", "Human dimension, or empty")
          .required(
              "validation_dimension",
              "STRING",
              "retrieval, qa, tone, risk, hallucination or bad_actor")
          .column("estimate", "DOUBLE", "Design-weighted mean; NULL when nothing was measured")
          .column("ci_low", "DOUBLE", "Lower end")
          .column("ci_high", "DOUBLE", "Upper end")
          .required("ci_method", "STRING", "How the interval was made, or why there is none")
          .required("n", "BIGINT", "Rows measured")
          .required("n_groups", "BIGINT", "Groups measured")
          .required("n_missing", "BIGINT", "Rows without a value")
          .column("worst_case", "DOUBLE", "Mean if every missing row had the worst value")
          .column("best_case", "DOUBLE", "Mean if every missing row had the best value")
          .column("human_estimate", "DOUBLE", "What humans would have said")
          .column("human_ci_low", "DOUBLE", "Lower end")
          .column("human_ci_high", "DOUBLE", "Upper end")
          .column("n_effective", "DOUBLE", "Effective sample size")
          .column(
              "rank",
              "INT",
              "1 is best; NULL when too much is missing or the metric has no direction")
          .required("status", "STRING", "ok or why there is no estimate")
          .build();

  static final Table COMPARISONS =
      Table.named("comparisons", "A paired difference between two systems")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("system_a", "STRING", "First")
          .key("system_b", "STRING", "Second")
          .key("slice", "STRING", "all, or key=value pairs")
          .key(
              "metric",
              "STRING",
              "evaluator.metric; human.DIMENSION:METRIC: what humans would pass, predicted by it")
          .required("difference", "DOUBLE", "Mean of a minus b over shared groups")
          .column("ci_low", "DOUBLE", "Lower end")
          .column("ci_high", "DOUBLE", "Upper end")
          .column("p_value", "DOUBLE", "Of no difference")
          .column("p_adjusted", "DOUBLE", "Holm-adjusted in the slice")
          .required("test", "STRING", "Test")
          .required("n_groups", "BIGINT", "Shared groups")
          .build();

  static final Table WEAKNESSES =
      Table.named("weaknesses", "Conditions under which a system is worse")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("system", "STRING", "The system")
          .key("metric", "STRING", "evaluator.metric")
          .key("conditions", "STRING", "key=value pairs")
          .required("estimate", "DOUBLE", "Mean under the conditions")
          .column("ci_low", "DOUBLE", "Lower end")
          .column("ci_high", "DOUBLE", "Upper end")
          .required("n", "BIGINT", "Rows")
          .required("difference", "DOUBLE", "Estimate minus the mean elsewhere")
          .column("p_adjusted", "DOUBLE", "Benjamini-Hochberg adjusted")
          .required("exemplar_case_ids", "ARRAY<STRING>", "Worst cases")
          .build();

  static final Table DRIFT =
      Table.named("drift", "How far something moved between an earlier and a later part")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("subject", "STRING", "questions, or questions & a slice")
          .key("metric", "STRING", "evaluator.metric")
          .column("value", "DOUBLE", "The distance; NULL unless status is ok")
          .column("p_value", "DOUBLE", "Of no drift, by permutation")
          .column("n_before", "BIGINT", "Questions of the earlier part")
          .column("n_after", "BIGINT", "Questions of the later part")
          .required("status", "STRING", "ok or why there is no value")
          .check("value_if_ok", "(status = 'ok') = (value IS NOT NULL)")
          .build();

  static final Table PROBLEMS =
      Table.named("problems", "Something that a reader should act on")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("id", "STRING", "SHA-256 of the content")
          .required("severity", "STRING", "low, medium or high")
          .column("evaluator", "STRING", "Evaluator")
          .column("metric", "STRING", "evaluator.metric")
          .column("system", "STRING", "System")
          .required("description", "STRING", "What was found")
          .column("action", "STRING", "What to do")
          .required("case_ids", "ARRAY<STRING>", "Cases")
          .required("attributes", "MAP<STRING,STRING>", "Anything else")
          .build();

  static final Table INSIGHTS =
      Table.named("insights", "Something that a reader should know")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("id", "STRING", "SHA-256 of the content")
          .required("severity", "STRING", "low, medium or high")
          .column("evaluator", "STRING", "Evaluator")
          .column("metric", "STRING", "evaluator.metric")
          .column("system", "STRING", "System")
          .required("description", "STRING", "What was found")
          .column("action", "STRING", "What to do")
          .required("case_ids", "ARRAY<STRING>", "Cases")
          .required("attributes", "MAP<STRING,STRING>", "Anything else")
          .build();

  private ResultTables() {}
}
