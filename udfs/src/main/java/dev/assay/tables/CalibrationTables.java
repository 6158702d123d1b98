package dev.assay.tables;

/** What scores mean in terms of human labels, and what is decided by them. */
final class CalibrationTables {

  static final Table CALIBRATIONS =
      Table.named("calibrations", "One fitted calibration")
          .version(4)
          .key(
              "calibration_id",
              "STRING",
              "SHA-256 of metrics, dimension, slice, method, parameters and data")
          .required("metrics", "ARRAY<STRING>", "Metrics that enter")
          .required("dimension", "STRING", "Human dimension")
          .required("slice", "STRING", "all, or key=value pairs")
          .required("method", "STRING", "Calibrator")
          .required("parameters", "MAP<STRING,DOUBLE>", "Fitted parameters")
          .required("n_train", "BIGINT", "Rows of stage 1")
          .required("n_conformal", "BIGINT", "Rows of stage 2")
          .required("n_groups", "BIGINT", "Labelled groups")
          .required("alpha", "DOUBLE", "Error rate of the sets")
          .column(
              "quantile", "DOUBLE", "Conformal quantile; NULL when it is infinite or not fitted")
          .column("coverage", "DOUBLE", "Share of unseen groups' labels inside their set")
          .required("set_sizes", "MAP<STRING,DOUBLE>", "Share of unseen rows by prediction set")
          .required(
              "curve",
              "ARRAY<STRUCT<score:DOUBLE,probability:DOUBLE,ci_low:DOUBLE,ci_high:DOUBLE,n:BIGINT>>",
              "Reliability curve on unseen rows")
          .column("ece", "DOUBLE", "Expected calibration error, equal mass")
          .column("brier", "DOUBLE", "Brier score")
          .column("brier_reliability", "DOUBLE", "Murphy's decomposition over the curve's bins")
          .column("brier_resolution", "DOUBLE", "Higher is better")
          .column("brier_uncertainty", "DOUBLE", "What no score can change")
          .column("log_loss", "DOUBLE", "Log loss")
          .column("auroc", "DOUBLE", "Area under the ROC curve against the labels")
          .column("auroc_low", "DOUBLE", "Lower end of its interval")
          .column("auroc_high", "DOUBLE", "Upper end")
          .required(
              "baseline_aurocs", "MAP<STRING,DOUBLE>", "AUROC of trivial scores on the same rows")
          .required("fitted_at", "TIMESTAMP", "When, UTC")
          .required("status", "STRING", "ok, unfit, too_few or degenerate")
          .column("reason", "STRING", "Why not ok")
          .column(
              "inputs",
              "ARRAY<STRING>",
              "Metrics that enter the model of several that metrics names; NULL for a metric")
          .column("levels", "ARRAY<STRING>", "Levels of the dimension; NULL for binary ones")
          .column(
              "passing",
              "ARRAY<STRING>",
              "Levels with which a response passes; NULL for binary dimensions")
          .check("known_status", "status IN ('ok','unfit','too_few','degenerate')")
          .build();

  static final Table GUARANTEES =
      Table.named("guarantees", "What is promised of a metric's sets or decisions")
          .version(5)
          .key("calibration_id", "STRING", "The calibration whose probabilities it is about")
          .key("slice", "STRING", "all, or the category in which it holds: key=value")
          .key("method", "STRING", "How the promise is kept")
          .required("metric", "STRING", "evaluator.metric")
          .required("dimension", "STRING", "Human dimension")
          .required("fitted_at", "TIMESTAMP", "When, UTC; as in calibrations")
          .required("kind", "STRING", "coverage, decided_error or risk")
          .required("alpha", "DOUBLE", "Error rate")
          .column("delta", "DOUBLE", "Chance that more is wrong all the same (decided_error)")
          .column(
              "quantile",
              "DOUBLE",
              "Largest nonconformity in a set, or least confidence that is decided; NULL when"
                  + " nothing is ruled out or decided, and for sets that are no quantile")
          .required("n_groups", "BIGINT", "Labelled groups that it rests on")
          .column("n_decided", "BIGINT", "Groups decided among them, one row a group")
          .column("n_errors", "BIGINT", "Wrong ones among those that are as sure")
          .column("p_value", "DOUBLE", "Of the test that certified it")
          .column("share", "DOUBLE", "On unseen groups: share decided, or mean size of sets")
          .column("observed", "DOUBLE", "On unseen groups: errors among the decided, or coverage")
          .required("n_observed", "BIGINT", "Unseen labelled groups")
          .required("promise", "STRING", "In words")
          .column("reason", "STRING", "Why nothing is ruled out or decided")
          .column(
              "cases",
              "ARRAY<STRUCT<group_id:STRING,score:DOUBLE,label:INT,weight:DOUBLE>>",
              "Labelled rows that sets are compared with (cv-plus, full); empty otherwise")
          .column(
              "vectors",
              "ARRAY<ARRAY<DOUBLE>>",
              "Of each of those the metrics' scores, for a model of several; NULL otherwise")
          .column(
              "decision",
              "STRING",
              "accept or reject, which a promise of learn-then-test is about; NULL for others")
          .column(
              "round",
              "INT",
              "Round of labels of the dimension, from 1 on, that delta was spent in; NULL for promises"
                  + " that spend none")
          .column("labels", "STRING", "Number and hash of the labels of that round")
          .column(
              "missed",
              "DOUBLE",
              "On unseen groups: share of the answers that humans failed which is accepted; NULL for"
                  + " rejects, and where nothing is decided or none failed")
          .column("missed_low", "DOUBLE", "Lower end of its 95 % interval")
          .column("missed_high", "DOUBLE", "Upper end")
          .column("n_failed", "BIGINT", "Unseen groups with an answer that humans failed")
          .column(
              "least_sure",
              "DOUBLE",
              "On unseen groups: errors in the least sure tenth of what is decided; NULL where nothing"
                  + " is")
          .column("least_sure_low", "DOUBLE", "Lower end of its 95 % interval")
          .column("least_sure_high", "DOUBLE", "Upper end")
          .check("known_kind", "kind IN ('coverage','decided_error','risk')")
          .build();

  static final Table THRESHOLDS =
      Table.named("thresholds", "The score from which on a response is accepted")
          .version(4)
          .key("metric", "STRING", "evaluator.metric")
          .key("dimension", "STRING", "Human dimension")
          .key("slice", "STRING", "all, or key=value pairs")
          .key("method", "STRING", "How it was chosen")
          .key("appetite", "STRING", "Risk appetite")
          .required("confidence", "DOUBLE", "What the appetite stands for")
          .column("threshold", "DOUBLE", "The score; NULL where the method gives none")
          .required("fold_thresholds", "ARRAY<DOUBLE>", "Values without each fold in turn")
          .column("type_i", "DOUBLE", "Share of failed responses accepted on held-out folds")
          .column("type_ii", "DOUBLE", "Share of passed responses rejected on held-out folds")
          .column("auroc", "DOUBLE", "Of the metric on the same labels")
          .required("n", "BIGINT", "Labelled groups, each counting once")
          .column("reason", "STRING", "Why there is no threshold")
          .check("known_or_why", "(threshold IS NULL) = (reason IS NOT NULL)")
          .build();

  static final Table DECISIONS =
      Table.named("decisions", "What the calibrated metric says of a response")
          .version(4)
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system")
          .key("repeat", "INT", "Repetition")
          .key("metric", "STRING", "evaluator.metric")
          .key("dimension", "STRING", "Human dimension")
          .column(
              "probability",
              "DOUBLE",
              "Probability that a human would say 1, or a level that passes; NULL when it cannot be"
                  + " said")
          .required("alpha", "DOUBLE", "Error rate of the set")
          .column(
              "prediction_set",
              "ARRAY<STRING>",
              "Labels that cannot be ruled out; NULL without calibration")
          .required("decision", "STRING", "accept, reject or refer")
          .column("reason", "STRING", "Why")
          .column(
              "level_probabilities",
              "MAP<STRING,DOUBLE>",
              "Probability of each level; NULL for binary dimensions")
          .required("slice", "STRING", "Whose calibration decided: all, or key=value")
          .filled(4, "'all'")
          .check("known_decision", "decision IN ('accept','reject','refer')")
          .check("probability", "probability IS NULL OR (probability >= 0 AND probability <= 1)")
          .build();

  private CalibrationTables() {}
}
