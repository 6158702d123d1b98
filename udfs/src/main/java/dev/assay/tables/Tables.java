package dev.assay.tables;

import java.util.List;

/** The tables of the contract that this version writes, in the order of the flow. */
public final class Tables {

  /** Version of these schemas; a store made by another one is refused. */
  public static final int SCHEMA_VERSION = 4;

  public static final Table RUNS =
      Table.named("runs", "One execution of a stage")
          .key("run_id", "STRING", "SHA-256 of run name, stage, configuration and input content")
          .required("name", "STRING", "run.name of the configuration")
          .required("stage", "STRING", "Stage")
          .required("config", "STRING", "The resolved configuration, secrets masked")
          .required("config_hash", "STRING", "SHA-256 of the configuration")
          .column("code_version", "STRING", "Version of Assay")
          .column(
              "table_versions",
              "MAP<STRING,BIGINT>",
              "Delta versions of the tables when the stage ended")
          .required("started_at", "TIMESTAMP", "Start, UTC")
          .column("ended_at", "TIMESTAMP", "End, UTC; NULL while running or killed")
          .required("status", "STRING", "running, done, failed or stopped")
          .column("counts", "MAP<STRING,BIGINT>", "What was read, written, rejected and missing")
          .column("error", "STRING", "Why it failed")
          .check("known_status", "status IN ('running','done','failed','stopped')")
          .build();

  public static final Table RUN_CASES =
      Table.named("run_cases", "Which rows a run covers")
          .key("run_id", "STRING", "The run")
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system under test; empty for runs that make cases")
          .key("repeat", "INT", "Repetition, from 0")
          .build();

  public static final Table DOCUMENTS =
      Table.named("documents", "A document of the corpus, exact duplicates once")
          .key("doc_id", "STRING", "SHA-256 of the text")
          .required("uri", "STRING", "Where it was read")
          .column("title", "STRING", "Title")
          .required("text", "STRING", "Text as extracted, never cut")
          .column("metadata", "MAP<STRING,STRING>", "Further columns and file properties")
          .required("ingested_at", "TIMESTAMP", "When, UTC")
          .build();

  public static final Table CHUNKS =
      Table.named("chunks", "A passage of a document, cut at sentence ends")
          .key("chunk_id", "STRING", "SHA-256 of doc_id, position and text")
          .required("doc_id", "STRING", "The document")
          .required("position", "INT", "Place in the document, from 0")
          .required("start", "INT", "First character in the document's text")
          .required("end", "INT", "Character after the last")
          .required("text", "STRING", "The passage")
          .required("n_tokens", "INT", "Tokens of the embedder's tokenizer")
          .required("n_sentences", "INT", "Sentences")
          .check("ordered", "start >= 0 AND end >= start AND position >= 0")
          .build();

  public static final Table EMBEDDINGS =
      Table.named("embeddings", "The vector of a distinct text")
          .key("text_hash", "STRING", "SHA-256 of the text")
          .key("model", "STRING", "Embedder id")
          .required("vector", "ARRAY<FLOAT>", "Unit-length vector")
          .required("n_tokens", "INT", "Tokens of the whole text")
          .required("truncated", "BOOLEAN", "Whether the text was longer than the model reads")
          .build();

  public static final Table STRATA =
      Table.named("strata", "Which stratum a chunk belongs to")
          .key("chunk_id", "STRING", "The chunk")
          .key("model", "STRING", "Embedder id")
          .required("stratum_id", "INT", "Cluster, -1 for noise")
          .required("x", "DOUBLE", "Map coordinate")
          .required("y", "DOUBLE", "Map coordinate")
          .required("distance", "DOUBLE", "Distance to the centre in the reduced space")
          .required("fingerprint", "STRING", "Input and parameters of the fit")
          .build();

  public static final Table TOPICS =
      Table.named("topics", "What a stratum is about")
          .key("stratum_id", "INT", "Cluster")
          .key("model", "STRING", "Embedder id")
          .required("label", "STRING", "Its strongest terms, or what a model calls it")
          .required(
              "terms",
              "ARRAY<STRUCT<term:STRING,weight:DOUBLE>>",
              "c-TF-IDF terms, strongest first")
          .required("size", "BIGINT", "Chunks")
          .required("exemplar_chunk_ids", "ARRAY<STRING>", "Chunks nearest to the centre")
          .column(
              "coherence",
              "DOUBLE",
              "Mean NPMI of its terms' pairs, from -1 to 1; NULL for noise and fewer than two terms")
          .required("labelled_by", "STRING", "terms, or the endpoint and its model")
          .build();

  public static final Table STRATUM_FITS =
      Table.named("stratum_fits", "The fit behind the strata of an embedder, and how good it is")
          .key("model", "STRING", "Embedder id")
          .required("settings", "STRING", "Hash of embedder, parameters, seed and Assay version")
          .required("reduction", "STRING", "pca or umap")
          .required("clustering", "STRING", "k-means, bisecting-k-means, dbscan or hdbscan")
          .required("strata", "INT", "Clusters found, noise left out")
          .required("chunks", "BIGINT", "Chunks at the fit")
          .column(
              "silhouette", "DOUBLE", "Mean silhouette in the reduced space; NULL below 2 strata")
          .column(
              "stability",
              "DOUBLE",
              "Mean adjusted Rand index with clusters of bootstrap resamples; NULL for 1 chunk")
          .required("noise_share", "DOUBLE", "Share of the fit's chunks in no cluster")
          .column("coherence", "DOUBLE", "Mean NPMI of the topics' terms; NULL where none has one")
          .required(
              "reach",
              "DOUBLE",
              "99th percentile of 1 - cosine to the nearest centroid: what is farther is far")
          .required("next_stratum_id", "INT", "The first stratum number that was never used")
          .required("stratum_numbers", "MAP<INT,INT>", "Stratum numbers by the fit's labels")
          .required("fitted_at", "TIMESTAMP", "When, UTC")
          .required("fit", "BINARY", "Serialised, for chunks that join")
          .build();

  public static final Table SAMPLES =
      Table.named("samples", "A chunk, or a pair of chunks, drawn into the test sample")
          .key("sample_id", "STRING", "SHA-256 of design, chunk and partner")
          .required("chunk_id", "STRING", "The chunk")
          .column(
              "partner_chunk_id",
              "STRING",
              "A neighbour drawn with it, for questions on two; NULL: the chunk alone")
          .required("stratum_id", "INT", "The chunk's stratum")
          .required(
              "inclusion_probability",
              "DOUBLE",
              "Chance of being drawn under the design; of a pair, of both in this order")
          .required("design", "STRING", "Design, size, seed, bounds and strata fingerprint")
          .check("probability", "inclusion_probability > 0 AND inclusion_probability <= 1")
          .build();

  public static final Table TEST_CASES =
      Table.named("test_cases", "One test case")
          .key(
              "case_id",
              "STRING",
              "SHA-256 of suite, question, expected answer, condition and perturbation")
          .required(
              "group_id",
              "STRING",
              "Root ancestor's case_id or the GRAMMAR group: the statistical unit")
          .column("parent_case_id", "STRING", "The case that this one was perturbed from")
          .required("suite", "STRING", "Suite")
          .required("question", "STRING", "The query")
          .column("expected_answer", "STRING", "The expected answer")
          .column("query_type", "STRING", "Kind of question")
          .column("difficulty", "DOUBLE", "Difficulty in [0,1]")
          .column("stratum_id", "INT", "Stratum of the source chunk")
          .required("source_chunk_ids", "ARRAY<STRING>", "Chunks that it was made from")
          .required("relevant_doc_ids", "ARRAY<STRING>", "Documents known to be relevant")
          .required("facts", "ARRAY<STRING>", "Statements that an answer should contain")
          .column("condition", "STRING", "Text-matching condition")
          .column("perturbation", "STRING", "How it was perturbed")
          .column(
              "sampling_weight",
              "DOUBLE",
              "Chunks that it stands for: 1 / inclusion probability, adjusted to the stratum's size,"
                  + " shared by the chunk's questions; NULL where there was no sampling")
          .column("answerable", "BOOLEAN", "Whether the corpus holds the answer; NULL unknown")
          .required("attributes", "MAP<STRING,STRING>", "Anything else")
          .required("created_at", "TIMESTAMP", "When, UTC")
          .required("provenance", "STRING", "What made it")
          .build();

  public static final Table RESPONSES =
      Table.named("responses", "A system's answer to a test case")
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system under test")
          .key("repeat", "INT", "Repetition, from 0")
          .column("answer", "STRING", "The answer as given; NULL when there was none")
          .required(
              "contexts",
              "ARRAY<STRUCT<chunk_id:STRING,doc_id:STRING,text:STRING,rank:INT,score:DOUBLE>>",
              "Retrieved passages in order")
          .column("artifacts", "STRING", "Files or structures that the system returned, as JSON")
          .column("latency_ms", "DOUBLE", "Milliseconds")
          .column("input_tokens", "BIGINT", "Tokens read")
          .column("output_tokens", "BIGINT", "Tokens written")
          .column("cost", "DOUBLE", "In the endpoint's currency")
          .required("status", "STRING", "ok or why there is no answer")
          .column("error", "STRING", "Error text")
          .required("answered_at", "TIMESTAMP", "When, UTC")
          .required("fingerprint", "STRING", "Case content and the system's configuration")
          .required("attributes", "MAP<STRING,STRING>", "Anything else, planted faults among it")
          .check(
              "known_status",
              "status IN ('ok','no_input','not_applicable','parse_failure','endpoint_error','timeout','refused','model_error','too_long','budget')")
          .build();

  public static final Table LLM_CALLS =
      Table.named("llm_calls", "A call of an endpoint and its reply; no call is made twice")
          .key("call_hash", "STRING", "SHA-256 of endpoint, model, parameters, prompt and sample")
          .required("purpose", "STRING", "Stage, or judge and evaluator, that first needed it")
          .required("endpoint", "STRING", "Name in llm.endpoints")
          .column("model", "STRING", "The model that was asked for; empty for services")
          .column("parameters", "STRING", "Temperature and the like, JSON")
          .required("prompt", "STRING", "The request: messages, parameters and schema, or the body")
          .required("sample", "INT", "Which of several replies to the same prompt, from 0")
          .column("reply", "STRING", "The model's text, or a service's body; NULL without a reply")
          .column("finish_reason", "STRING", "Why the model stopped, in the endpoint's words")
          .column("logprobs", "STRING", "Log-probabilities as the endpoint wrote them, JSON")
          .column("input_tokens", "BIGINT", "Tokens read, as reported")
          .column("output_tokens", "BIGINT", "Tokens written, as reported")
          .column("cost", "DOUBLE", "By the configured prices; NULL without reported tokens")
          .column("latency_ms", "DOUBLE", "Milliseconds of the last attempt")
          .required("attempts", "INT", "Requests that were sent, those answered by 429 included")
          .required("status", "STRING", "ok or why there is no reply")
          .column("error", "STRING", "Error text, secrets masked")
          .required("called_at", "TIMESTAMP", "When the result was there, UTC")
          .check(
              "known_status",
              "status IN ('ok','no_input','not_applicable','parse_failure','endpoint_error','timeout','refused','model_error','too_long','budget')")
          .build();

  public static final Table SCORES =
      Table.named("scores", "One metric of one response")
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

  public static final Table SET_SCORES =
      Table.named("set_scores", "One metric of a set of responses")
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

  public static final Table SENTENCE_SCORES =
      Table.named("sentence_scores", "One sentence's part in a metric")
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

  public static final Table LABELS =
      Table.named("labels", "A human judgment")
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

  public static final Table CALIBRATIONS =
      Table.named("calibrations", "One fitted calibration")
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

  public static final Table GUARANTEES =
      Table.named("guarantees", "What is promised of a metric's sets or decisions")
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
          .column("n_errors", "BIGINT", "Wrong ones among those")
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
          .check("known_kind", "kind IN ('coverage','decided_error','risk')")
          .build();

  public static final Table THRESHOLDS =
      Table.named("thresholds", "The score from which on a response is accepted")
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

  public static final Table DECISIONS =
      Table.named("decisions", "What the calibrated metric says of a response")
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
          .check("known_decision", "decision IN ('accept','reject','refer')")
          .check("probability", "probability IS NULL OR (probability >= 0 AND probability <= 1)")
          .build();

  public static final Table REVIEW_QUEUE =
      Table.named("review_queue", "What a person should look at")
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

  public static final Table LEADERBOARD =
      Table.named("leaderboard", "A system's mean of a metric in a slice")
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

  public static final Table COMPARISONS =
      Table.named("comparisons", "A paired difference between two systems")
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

  public static final Table WEAKNESSES =
      Table.named("weaknesses", "Conditions under which a system is worse")
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

  public static final Table DRIFT =
      Table.named("drift", "How far something moved between an earlier and a later part")
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

  public static final Table PROBLEMS =
      Table.named("problems", "Something that a reader should act on")
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

  public static final Table INSIGHTS =
      Table.named("insights", "Something that a reader should know")
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

  public static final Table REJECTED =
      Table.named("rejected", "Input that could not be used")
          .key("row_id", "STRING", "SHA-256 of source, stage, reason and row")
          .required("source", "STRING", "File or table")
          .required("stage", "STRING", "Stage")
          .required("reason", "STRING", "Why")
          .column("row", "STRING", "The row as given")
          .build();

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
