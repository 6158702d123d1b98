package dev.assay.tables;

/** What evaluators and people say of responses. */
final class ScoreTables {

  static final Table SCORES =
      Table.named("scores", "One metric of one response")
          .version(4)
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system")
          .key("repeat", "INT", "Repetition")
          .key("metric", "STRING", "evaluator.metric")
          .column("value", "DOUBLE", "The value; NULL unless status is ok")
          .column(
              "passed",
              "BOOLEAN",
              "Whether it passes its threshold; NULL without a value or threshold")
          .column("threshold", "DOUBLE", "Threshold used")
          .required("status", "STRING", "ok or why there is no value")
          .column("reason", "STRING", "Why there is no value, or a remark")
          .required("truncated", "BOOLEAN", "Whether a model saw a cut text")
          .column("model", "STRING", "The model that spoke")
          .required("fingerprint", "STRING", "Input, evaluator with parameters, model")
          .check(
              "known_status",
              "status IN ('ok','no_input','not_applicable','parse_failure','endpoint_error','timeout','refused','model_error','too_long','budget')")
          .check("value_if_ok", "(status = 'ok') = (value IS NOT NULL)")
          .check("not_nan", "value IS NULL OR NOT isnan(value)")
          .build();

  static final Table SET_SCORES =
      Table.named("set_scores", "One metric of a set of responses")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("system", "STRING", "The system; all for what is about every system")
          .key("slice", "STRING", "all, or key=value pairs")
          .key("metric", "STRING", "evaluator.metric; agreement.* for annotators")
          .column("value", "DOUBLE", "The value; NULL unless status is ok")
          .required("n", "BIGINT", "What it rests on")
          .required("n_missing", "BIGINT", "What had to be left out")
          .required("detail", "MAP<STRING,DOUBLE>", "Further numbers, such as interval ends")
          .required("status", "STRING", "ok or why there is no value")
          .column("reason", "STRING", "Why there is no value, or a remark")
          .column("model", "STRING", "The model that spoke")
          .required("fingerprint", "STRING", "SHA-256 of the input")
          .check("value_if_ok", "(status = 'ok') = (value IS NOT NULL)")
          .build();

  static final Table SENTENCE_SCORES =
      Table.named("sentence_scores", "One sentence's part in a metric")
          .version(4)
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system")
          .key("repeat", "INT", "Repetition")
          .key("metric", "STRING", "evaluator.metric")
          .key("side", "STRING", "question, expected, context or answer")
          .key("sentence_index", "INT", "Place in that text, from 0")
          .required("sentence", "STRING", "The sentence")
          .required("score", "DOUBLE", "Its score")
          .column("match_side", "STRING", "Side of the best match")
          .column("match_index", "INT", "Place of the best match")
          .column("match", "STRING", "The best match")
          .required("flags", "ARRAY<STRING>", "Remarks")
          .required("detail", "MAP<STRING,DOUBLE>", "Further numbers")
          .build();

  static final Table LABELS =
      Table.named("labels", "A human judgment")
          .version(4)
          .key("label_id", "STRING", "SHA-256 of case, system, repeat, dimension and annotator")
          .required("case_id", "STRING", "The test case")
          .required("system", "STRING", "The system")
          .required("repeat", "INT", "Repetition")
          .required("dimension", "STRING", "What was judged")
          .required("label", "STRING", "0, 1, a level or a text")
          .column("level", "INT", "The level of an ordinal label")
          .required("annotator", "STRING", "Who judged; `planted` for known truth")
          .column("labelled_at", "TIMESTAMP", "When, UTC")
          .column("note", "STRING", "Remark")
          .column("split", "STRING", "train, conformal or test")
          .build();

  static final Table REVIEW_QUEUE =
      Table.named("review_queue", "What a person should look at")
          .version(4)
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system")
          .key("repeat", "INT", "Repetition")
          .key("dimension", "STRING", "Human dimension")
          .required("priority", "DOUBLE", "Higher first")
          .column(
              "labelling_probability",
              "DOUBLE",
              "Chance that this case is labelled; NULL where no design gives one")
          .required("why", "STRING", "Why it is here")
          .column("exported_at", "TIMESTAMP", "When exported")
          .column("labelled_at", "TIMESTAMP", "When labelled")
          .build();

  private ScoreTables() {}
}
