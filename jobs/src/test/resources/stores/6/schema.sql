CREATE TABLE runs (
  `run_id` STRING NOT NULL COMMENT 'SHA-256 of run name, stage, configuration and input content',
  `name` STRING NOT NULL COMMENT 'run.name of the configuration',
  `stage` STRING NOT NULL COMMENT 'Stage',
  `config` STRING NOT NULL COMMENT 'The resolved configuration, secrets masked',
  `config_hash` STRING NOT NULL COMMENT 'SHA-256 of the configuration',
  `code_version` STRING COMMENT 'Version of Assay',
  `table_versions` MAP<STRING,BIGINT> COMMENT 'Delta versions of the tables when the stage ended',
  `started_at` TIMESTAMP NOT NULL COMMENT 'Start, UTC',
  `ended_at` TIMESTAMP COMMENT 'End, UTC; NULL while running or killed',
  `status` STRING NOT NULL COMMENT 'running, done, failed or stopped',
  `counts` MAP<STRING,BIGINT> COMMENT 'What was read, written, rejected and missing',
  `error` STRING COMMENT 'Why it failed')
USING delta
COMMENT 'One execution of a stage'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.known_status' = 'status IN (\'running\',\'done\',\'failed\',\'stopped\')');

CREATE TABLE run_cases (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system under test; empty for runs that make cases',
  `repeat` INT NOT NULL COMMENT 'Repetition, from 0',
  `scores` MAP<STRING,STRUCT<value:DOUBLE,passed:BOOLEAN>> COMMENT 'Of an analysis: every measured metric that has a better end, as it was then; NULL for other runs and before version 5',
  `judged` MAP<STRING,STRUCT<label:INT,label_weight:DOUBLE,prediction:DOUBLE,weight:DOUBLE>> COMMENT 'Of an analysis, by human dimension: the label (NULL: nobody judged it), its weight, what the leading metric predicts (NULL: labels alone), the weight of the response',
  `slices` ARRAY<STRING> COMMENT 'Of an analysis: the slices that the response is in; NULL for other runs and before version 6')
USING delta
COMMENT 'Which rows a run covers, and what an analysis found of them'
TBLPROPERTIES (
  'assay.schema.version' = '6');

CREATE TABLE documents (
  `doc_id` STRING NOT NULL COMMENT 'SHA-256 of the text',
  `uri` STRING NOT NULL COMMENT 'Where it was read',
  `title` STRING COMMENT 'Title',
  `text` STRING NOT NULL COMMENT 'Text as extracted, never cut',
  `metadata` MAP<STRING,STRING> COMMENT 'Further columns and file properties',
  `ingested_at` TIMESTAMP NOT NULL COMMENT 'When, UTC')
USING delta
COMMENT 'A document of the corpus, exact duplicates once'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE chunks (
  `chunk_id` STRING NOT NULL COMMENT 'SHA-256 of doc_id, position and text',
  `doc_id` STRING NOT NULL COMMENT 'The document',
  `position` INT NOT NULL COMMENT 'Place in the document, from 0',
  `start` INT NOT NULL COMMENT 'First character in the document\'s text',
  `end` INT NOT NULL COMMENT 'Character after the last',
  `text` STRING NOT NULL COMMENT 'The passage',
  `n_tokens` INT NOT NULL COMMENT 'Tokens of the embedder\'s tokenizer',
  `n_sentences` INT NOT NULL COMMENT 'Sentences')
USING delta
COMMENT 'A passage of a document, cut at sentence ends'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.ordered' = 'start >= 0 AND end >= start AND position >= 0');

CREATE TABLE embeddings (
  `text_hash` STRING NOT NULL COMMENT 'SHA-256 of the text',
  `model` STRING NOT NULL COMMENT 'Embedder id',
  `vector` ARRAY<FLOAT> NOT NULL COMMENT 'Unit-length vector',
  `n_tokens` INT NOT NULL COMMENT 'Tokens of the whole text',
  `truncated` BOOLEAN NOT NULL COMMENT 'Whether the text was longer than the model reads')
USING delta
COMMENT 'The vector of a distinct text'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE strata (
  `chunk_id` STRING NOT NULL COMMENT 'The chunk',
  `model` STRING NOT NULL COMMENT 'Embedder id',
  `stratum_id` INT NOT NULL COMMENT 'Cluster, -1 for noise',
  `x` DOUBLE NOT NULL COMMENT 'Map coordinate',
  `y` DOUBLE NOT NULL COMMENT 'Map coordinate',
  `distance` DOUBLE NOT NULL COMMENT 'Distance to the centre in the reduced space',
  `fingerprint` STRING NOT NULL COMMENT 'Input and parameters of the fit')
USING delta
COMMENT 'Which stratum a chunk belongs to'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE topics (
  `stratum_id` INT NOT NULL COMMENT 'Cluster',
  `model` STRING NOT NULL COMMENT 'Embedder id',
  `label` STRING NOT NULL COMMENT 'Its strongest terms, or what a model calls it',
  `terms` ARRAY<STRUCT<term:STRING,weight:DOUBLE>> NOT NULL COMMENT 'c-TF-IDF terms, strongest first',
  `size` BIGINT NOT NULL COMMENT 'Chunks',
  `exemplar_chunk_ids` ARRAY<STRING> NOT NULL COMMENT 'Chunks nearest to the centre',
  `coherence` DOUBLE COMMENT 'Mean NPMI of its terms\' pairs, from -1 to 1; NULL for noise and fewer than two terms',
  `labelled_by` STRING NOT NULL COMMENT 'terms, or the endpoint and its model')
USING delta
COMMENT 'What a stratum is about'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE stratum_fits (
  `model` STRING NOT NULL COMMENT 'Embedder id',
  `settings` STRING NOT NULL COMMENT 'Hash of embedder, parameters, seed and Assay version',
  `reduction` STRING NOT NULL COMMENT 'pca or umap',
  `clustering` STRING NOT NULL COMMENT 'k-means, bisecting-k-means, dbscan or hdbscan',
  `strata` INT NOT NULL COMMENT 'Clusters found, noise left out',
  `chunks` BIGINT NOT NULL COMMENT 'Chunks at the fit',
  `silhouette` DOUBLE COMMENT 'Mean silhouette in the reduced space; NULL below 2 strata',
  `stability` DOUBLE COMMENT 'Mean adjusted Rand index with clusters of bootstrap resamples; NULL for 1 chunk',
  `noise_share` DOUBLE NOT NULL COMMENT 'Share of the fit\'s chunks in no cluster',
  `coherence` DOUBLE COMMENT 'Mean NPMI of the topics\' terms; NULL where none has one',
  `reach` DOUBLE NOT NULL COMMENT '99th percentile of 1 - cosine to the nearest centroid: what is farther is far',
  `next_stratum_id` INT NOT NULL COMMENT 'The first stratum number that was never used',
  `stratum_numbers` MAP<INT,INT> NOT NULL COMMENT 'Stratum numbers by the fit\'s labels',
  `fitted_at` TIMESTAMP NOT NULL COMMENT 'When, UTC',
  `fit` BINARY NOT NULL COMMENT 'Serialised, for chunks that join')
USING delta
COMMENT 'The fit behind the strata of an embedder, and how good it is'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE samples (
  `sample_id` STRING NOT NULL COMMENT 'SHA-256 of design, chunk and partner',
  `chunk_id` STRING NOT NULL COMMENT 'The chunk',
  `partner_chunk_id` STRING COMMENT 'A neighbour drawn with it, for questions on two; NULL: the chunk alone',
  `stratum_id` INT NOT NULL COMMENT 'The chunk\'s stratum',
  `inclusion_probability` DOUBLE NOT NULL COMMENT 'Chance of being drawn under the design; of a pair, of both in this order',
  `design` STRING NOT NULL COMMENT 'Design, size, seed, bounds and strata fingerprint')
USING delta
COMMENT 'A chunk, or a pair of chunks, drawn into the test sample'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.probability' = 'inclusion_probability > 0 AND inclusion_probability <= 1');

CREATE TABLE test_cases (
  `case_id` STRING NOT NULL COMMENT 'SHA-256 of suite, question, expected answer, condition, perturbation and, where there are any, messages',
  `group_id` STRING NOT NULL COMMENT 'Root ancestor\'s case_id or the GRAMMAR group: the statistical unit',
  `parent_case_id` STRING COMMENT 'The case that this one was perturbed from',
  `suite` STRING NOT NULL COMMENT 'Suite',
  `question` STRING NOT NULL COMMENT 'The query; of a conversation the user\'s last turn',
  `messages` ARRAY<STRUCT<role:STRING,content:STRING>> COMMENT 'What was said before the question, in order: role system (first only), user or assistant; NULL where nothing was',
  `expected_answer` STRING COMMENT 'The expected answer',
  `query_type` STRING COMMENT 'Kind of question',
  `difficulty` DOUBLE COMMENT 'Difficulty in [0,1]',
  `stratum_id` INT COMMENT 'Stratum of the source chunk',
  `source_chunk_ids` ARRAY<STRING> NOT NULL COMMENT 'Chunks that it was made from',
  `relevant_doc_ids` ARRAY<STRING> NOT NULL COMMENT 'Documents known to be relevant',
  `facts` ARRAY<STRING> NOT NULL COMMENT 'Statements that an answer should contain',
  `condition` STRING COMMENT 'Text-matching condition',
  `perturbation` STRING COMMENT 'How it was perturbed',
  `sampling_weight` DOUBLE COMMENT 'Chunks that it stands for: 1 / inclusion probability, adjusted to the stratum\'s size, shared by the chunk\'s questions; NULL where there was no sampling',
  `answerable` BOOLEAN COMMENT 'Whether the corpus holds the answer; NULL unknown',
  `attributes` MAP<STRING,STRING> NOT NULL COMMENT 'Anything else',
  `created_at` TIMESTAMP NOT NULL COMMENT 'When, UTC',
  `provenance` STRING NOT NULL COMMENT 'What made it',
  `expected_answers` ARRAY<STRING> COMMENT 'All answers that are accepted, the expected one first; NULL where there is one or none',
  `relevant_passages` ARRAY<STRING> COMMENT 'Texts of passages known to be relevant; NULL where none are',
  `suite_version` STRING COMMENT 'Version of the user\'s suite that it stands in; NULL for other cases',
  `intensity` STRING COMMENT 'How strongly stage perturb changed it: very-low to extreme; NULL where there are no degrees',
  `edit_distance` BIGINT COMMENT 'Characters that stage perturb changed, by Levenshtein; NULL for other cases')
USING delta
COMMENT 'One test case'
TBLPROPERTIES (
  'assay.schema.version' = '6');

CREATE TABLE case_strata (
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `model` STRING NOT NULL COMMENT 'Embedder id',
  `stratum_id` INT NOT NULL COMMENT 'Stratum of the corpus, or of the questions where there is none; -1 for noise',
  `placed_by` STRING NOT NULL COMMENT 'cited: by the chunks that it or its answers cite; nearest: by its text; questions: strata of the questions themselves',
  `x` DOUBLE COMMENT 'Map coordinate; NULL where it cites chunks',
  `y` DOUBLE COMMENT 'Map coordinate; NULL where it cites chunks',
  `distance` DOUBLE COMMENT 'Distance to the centre in the reduced space; NULL where it cites chunks',
  `fingerprint` STRING NOT NULL COMMENT 'Input and parameters')
USING delta
COMMENT 'Which stratum a test case is placed in that was not drawn from one: recorded answers, own test suites'
TBLPROPERTIES (
  'assay.schema.version' = '6');

CREATE TABLE responses (
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system under test',
  `repeat` INT NOT NULL COMMENT 'Repetition, from 0',
  `answer` STRING COMMENT 'The answer as given; NULL when there was none',
  `contexts` ARRAY<STRUCT<chunk_id:STRING,doc_id:STRING,text:STRING,rank:INT,score:DOUBLE>> NOT NULL COMMENT 'Retrieved passages in order',
  `artifacts` STRING COMMENT 'Files or structures that the system returned, as JSON',
  `latency_ms` DOUBLE COMMENT 'Milliseconds',
  `input_tokens` BIGINT COMMENT 'Tokens read',
  `output_tokens` BIGINT COMMENT 'Tokens written',
  `cost` DOUBLE COMMENT 'In the endpoint\'s currency',
  `status` STRING NOT NULL COMMENT 'ok or why there is no answer',
  `error` STRING COMMENT 'Error text',
  `answered_at` TIMESTAMP NOT NULL COMMENT 'When, UTC',
  `fingerprint` STRING NOT NULL COMMENT 'Case content and the system\'s configuration',
  `attributes` MAP<STRING,STRING> NOT NULL COMMENT 'Anything else, planted faults among it')
USING delta
COMMENT 'A system\'s answer to a test case'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.known_status' = 'status IN (\'ok\',\'no_input\',\'not_applicable\',\'parse_failure\',\'endpoint_error\',\'timeout\',\'refused\',\'model_error\',\'too_long\',\'budget\')');

CREATE TABLE llm_calls (
  `call_hash` STRING NOT NULL COMMENT 'SHA-256 of endpoint, model, parameters, prompt and sample',
  `purpose` STRING NOT NULL COMMENT 'Stage, or judge and evaluator, that first needed it',
  `endpoint` STRING NOT NULL COMMENT 'Name in llm.endpoints',
  `model` STRING COMMENT 'The model that was asked for; empty for services',
  `parameters` STRING COMMENT 'Temperature and the like, JSON',
  `prompt` STRING NOT NULL COMMENT 'The request: messages, parameters and schema, or the body',
  `sample` INT NOT NULL COMMENT 'Which of several replies to the same prompt, from 0',
  `reply` STRING COMMENT 'The model\'s text, or a service\'s body; NULL without a reply',
  `finish_reason` STRING COMMENT 'Why the model stopped, in the endpoint\'s words',
  `logprobs` STRING COMMENT 'Log-probabilities as the endpoint wrote them, JSON',
  `input_tokens` BIGINT COMMENT 'Tokens read, as reported',
  `output_tokens` BIGINT COMMENT 'Tokens written, as reported',
  `cost` DOUBLE COMMENT 'By the configured prices; NULL without reported tokens',
  `latency_ms` DOUBLE COMMENT 'Milliseconds of the last attempt',
  `attempts` INT NOT NULL COMMENT 'Requests that were sent, those answered by 429 included',
  `status` STRING NOT NULL COMMENT 'ok or why there is no reply',
  `error` STRING COMMENT 'Error text, secrets masked',
  `called_at` TIMESTAMP NOT NULL COMMENT 'When the result was there, UTC')
USING delta
COMMENT 'A call of an endpoint and its reply; no call is made twice'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.known_status' = 'status IN (\'ok\',\'no_input\',\'not_applicable\',\'parse_failure\',\'endpoint_error\',\'timeout\',\'refused\',\'model_error\',\'too_long\',\'budget\')');

CREATE TABLE scores (
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system',
  `repeat` INT NOT NULL COMMENT 'Repetition',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `value` DOUBLE COMMENT 'The value; NULL unless status is ok',
  `passed` BOOLEAN COMMENT 'Whether it passes its threshold; NULL without a value or threshold',
  `threshold` DOUBLE COMMENT 'Threshold used',
  `status` STRING NOT NULL COMMENT 'ok or why there is no value',
  `reason` STRING COMMENT 'Why there is no value, or a remark',
  `truncated` BOOLEAN NOT NULL COMMENT 'Whether a model saw a cut text',
  `model` STRING COMMENT 'The model that spoke',
  `fingerprint` STRING NOT NULL COMMENT 'Input, evaluator with parameters, model')
USING delta
COMMENT 'One metric of one response'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.known_status' = 'status IN (\'ok\',\'no_input\',\'not_applicable\',\'parse_failure\',\'endpoint_error\',\'timeout\',\'refused\',\'model_error\',\'too_long\',\'budget\')',
  'delta.constraints.not_nan' = 'value IS NULL OR NOT isnan(value)',
  'delta.constraints.value_if_ok' = '(status = \'ok\') = (value IS NOT NULL)');

CREATE TABLE set_scores (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system; all for what is about every system',
  `slice` STRING NOT NULL COMMENT 'all, or key=value pairs',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric; agreement.* for annotators',
  `value` DOUBLE COMMENT 'The value; NULL unless status is ok',
  `n` BIGINT NOT NULL COMMENT 'What it rests on',
  `n_missing` BIGINT NOT NULL COMMENT 'What had to be left out',
  `detail` MAP<STRING,DOUBLE> NOT NULL COMMENT 'Further numbers, such as interval ends',
  `status` STRING NOT NULL COMMENT 'ok or why there is no value',
  `reason` STRING COMMENT 'Why there is no value, or a remark',
  `model` STRING COMMENT 'The model that spoke',
  `fingerprint` STRING NOT NULL COMMENT 'SHA-256 of the input',
  `ci_low` DOUBLE COMMENT 'Lower limit at analyze.confidence, by groups; NULL where there is none',
  `ci_high` DOUBLE COMMENT 'Upper limit',
  `n_groups` BIGINT COMMENT 'Independent groups behind it; NULL where they were not counted')
USING delta
COMMENT 'One metric of a set of responses'
TBLPROPERTIES (
  'assay.schema.version' = '5',
  'delta.constraints.value_if_ok' = '(status = \'ok\') = (value IS NOT NULL)');

CREATE TABLE sentence_scores (
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system',
  `repeat` INT NOT NULL COMMENT 'Repetition',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `side` STRING NOT NULL COMMENT 'question, expected, context or answer',
  `sentence_index` INT NOT NULL COMMENT 'Place in that text, from 0',
  `sentence` STRING NOT NULL COMMENT 'The sentence',
  `score` DOUBLE NOT NULL COMMENT 'Its score',
  `match_side` STRING COMMENT 'Side of the best match',
  `match_index` INT COMMENT 'Place of the best match',
  `match` STRING COMMENT 'The best match',
  `flags` ARRAY<STRING> NOT NULL COMMENT 'Remarks',
  `detail` MAP<STRING,DOUBLE> NOT NULL COMMENT 'Further numbers')
USING delta
COMMENT 'One sentence\'s part in a metric'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE labels (
  `label_id` STRING NOT NULL COMMENT 'SHA-256 of case, system, repeat, dimension and annotator',
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system',
  `repeat` INT NOT NULL COMMENT 'Repetition',
  `dimension` STRING NOT NULL COMMENT 'What was judged',
  `label` STRING NOT NULL COMMENT '0, 1, a level or a text',
  `level` INT COMMENT 'The level of an ordinal label',
  `annotator` STRING NOT NULL COMMENT 'Who judged; `planted` for known truth',
  `labelled_at` TIMESTAMP COMMENT 'When, UTC',
  `note` STRING COMMENT 'Remark',
  `split` STRING COMMENT 'train, conformal or test',
  `response` STRING COMMENT 'What was judged: SHA-256 of the answer and its contexts\' texts; NULL where that is not known')
USING delta
COMMENT 'A human judgment'
TBLPROPERTIES (
  'assay.schema.version' = '5');

CREATE TABLE calibrations (
  `calibration_id` STRING NOT NULL COMMENT 'SHA-256 of metrics, dimension, slice, method, parameters and data',
  `metrics` ARRAY<STRING> NOT NULL COMMENT 'Metrics that enter',
  `dimension` STRING NOT NULL COMMENT 'Human dimension',
  `slice` STRING NOT NULL COMMENT 'all, or key=value pairs',
  `method` STRING NOT NULL COMMENT 'Calibrator',
  `parameters` MAP<STRING,DOUBLE> NOT NULL COMMENT 'Fitted parameters',
  `n_train` BIGINT NOT NULL COMMENT 'Rows of stage 1',
  `n_conformal` BIGINT NOT NULL COMMENT 'Rows of stage 2',
  `n_groups` BIGINT NOT NULL COMMENT 'Labelled groups',
  `alpha` DOUBLE NOT NULL COMMENT 'Error rate of the sets',
  `quantile` DOUBLE COMMENT 'Conformal quantile; NULL when it is infinite or not fitted',
  `coverage` DOUBLE COMMENT 'Share of unseen groups\' labels inside their set',
  `set_sizes` MAP<STRING,DOUBLE> NOT NULL COMMENT 'Share of unseen rows by prediction set',
  `curve` ARRAY<STRUCT<score:DOUBLE,probability:DOUBLE,ci_low:DOUBLE,ci_high:DOUBLE,n:BIGINT>> NOT NULL COMMENT 'Reliability curve on unseen rows',
  `ece` DOUBLE COMMENT 'Expected calibration error, equal mass',
  `brier` DOUBLE COMMENT 'Brier score',
  `brier_reliability` DOUBLE COMMENT 'Murphy\'s decomposition over the curve\'s bins',
  `brier_resolution` DOUBLE COMMENT 'Higher is better',
  `brier_uncertainty` DOUBLE COMMENT 'What no score can change',
  `log_loss` DOUBLE COMMENT 'Log loss',
  `auroc` DOUBLE COMMENT 'Area under the ROC curve against the labels',
  `auroc_low` DOUBLE COMMENT 'Lower end of its interval',
  `auroc_high` DOUBLE COMMENT 'Upper end',
  `baseline_aurocs` MAP<STRING,DOUBLE> NOT NULL COMMENT 'AUROC of trivial scores on the same rows',
  `fitted_at` TIMESTAMP NOT NULL COMMENT 'When, UTC',
  `status` STRING NOT NULL COMMENT 'ok, unfit, too_few or degenerate',
  `reason` STRING COMMENT 'Why not ok',
  `inputs` ARRAY<STRING> COMMENT 'Metrics that enter the model of several that metrics names; NULL for a metric',
  `levels` ARRAY<STRING> COMMENT 'Levels of the dimension; NULL for binary ones',
  `passing` ARRAY<STRING> COMMENT 'Levels with which a response passes; NULL for binary dimensions',
  `coverage_mean` DOUBLE COMMENT 'Coverage over 200 other divisions of the unseen groups, mean; NULL with more than 100 test groups',
  `coverage_low` DOUBLE COMMENT 'One division in twenty shows less',
  `coverage_high` DOUBLE COMMENT 'One division in twenty shows more')
USING delta
COMMENT 'One fitted calibration'
TBLPROPERTIES (
  'assay.schema.version' = '5',
  'delta.constraints.known_status' = 'status IN (\'ok\',\'unfit\',\'too_few\',\'degenerate\')');

CREATE TABLE guarantees (
  `calibration_id` STRING NOT NULL COMMENT 'The calibration whose probabilities it is about',
  `slice` STRING NOT NULL COMMENT 'all, or the category in which it holds: key=value',
  `method` STRING NOT NULL COMMENT 'How the promise is kept',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `dimension` STRING NOT NULL COMMENT 'Human dimension',
  `fitted_at` TIMESTAMP NOT NULL COMMENT 'When, UTC; as in calibrations',
  `kind` STRING NOT NULL COMMENT 'coverage, decided_error or risk',
  `alpha` DOUBLE NOT NULL COMMENT 'Error rate',
  `delta` DOUBLE COMMENT 'Chance that more is wrong all the same (decided_error)',
  `quantile` DOUBLE COMMENT 'Largest nonconformity in a set, or least confidence that is decided; NULL when nothing is ruled out or decided, and for sets that are no quantile',
  `n_groups` BIGINT NOT NULL COMMENT 'Labelled groups that it rests on',
  `n_decided` BIGINT COMMENT 'Groups decided among them, one row a group',
  `n_errors` BIGINT COMMENT 'Wrong ones among those that are as sure',
  `p_value` DOUBLE COMMENT 'Of the test that certified it',
  `share` DOUBLE COMMENT 'On unseen groups: share decided, or mean size of sets',
  `observed` DOUBLE COMMENT 'On unseen groups: errors among the decided, or coverage',
  `n_observed` BIGINT NOT NULL COMMENT 'Unseen labelled groups',
  `promise` STRING NOT NULL COMMENT 'In words',
  `reason` STRING COMMENT 'Why nothing is ruled out or decided',
  `cases` ARRAY<STRUCT<group_id:STRING,score:DOUBLE,label:INT,weight:DOUBLE>> COMMENT 'Labelled rows that sets are compared with (cv-plus, full); empty otherwise',
  `vectors` ARRAY<ARRAY<DOUBLE>> COMMENT 'Of each of those the metrics\' scores, for a model of several; NULL otherwise',
  `decision` STRING COMMENT 'accept or reject, which a promise of learn-then-test is about; NULL for others',
  `round` INT COMMENT 'Round of labels of the dimension, from 1 on, that delta was spent in; NULL for promises that spend none',
  `labels` STRING COMMENT 'Number and hash of the labels of that round',
  `missed` DOUBLE COMMENT 'On unseen groups: share of the answers that humans failed which is accepted; NULL for rejects, and where nothing is decided or none failed',
  `missed_low` DOUBLE COMMENT 'Lower end of its 95 % interval',
  `missed_high` DOUBLE COMMENT 'Upper end',
  `n_failed` BIGINT COMMENT 'Unseen groups with an answer that humans failed',
  `least_sure` DOUBLE COMMENT 'On unseen groups: errors in the least sure tenth of what is decided; NULL where nothing is',
  `least_sure_low` DOUBLE COMMENT 'Lower end of its 95 % interval',
  `least_sure_high` DOUBLE COMMENT 'Upper end')
USING delta
COMMENT 'What is promised of a metric\'s sets or decisions'
TBLPROPERTIES (
  'assay.schema.version' = '5',
  'delta.constraints.known_kind' = 'kind IN (\'coverage\',\'decided_error\',\'risk\')');

CREATE TABLE thresholds (
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `dimension` STRING NOT NULL COMMENT 'Human dimension',
  `slice` STRING NOT NULL COMMENT 'all, or key=value pairs',
  `method` STRING NOT NULL COMMENT 'How it was chosen',
  `appetite` STRING NOT NULL COMMENT 'Risk appetite',
  `confidence` DOUBLE NOT NULL COMMENT 'What the appetite stands for',
  `threshold` DOUBLE COMMENT 'The score; NULL where the method gives none',
  `fold_thresholds` ARRAY<DOUBLE> NOT NULL COMMENT 'Values without each fold in turn',
  `type_i` DOUBLE COMMENT 'Share of failed responses accepted on held-out folds',
  `type_ii` DOUBLE COMMENT 'Share of passed responses rejected on held-out folds',
  `auroc` DOUBLE COMMENT 'Of the metric on the same labels',
  `n` BIGINT NOT NULL COMMENT 'Labelled groups, each counting once',
  `reason` STRING COMMENT 'Why there is no threshold')
USING delta
COMMENT 'The score from which on a response is accepted'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.known_or_why' = '(threshold IS NULL) = (reason IS NOT NULL)');

CREATE TABLE decisions (
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system',
  `repeat` INT NOT NULL COMMENT 'Repetition',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `dimension` STRING NOT NULL COMMENT 'Human dimension',
  `probability` DOUBLE COMMENT 'Probability that a human would say 1, or a level that passes; NULL when it cannot be said',
  `alpha` DOUBLE NOT NULL COMMENT 'Error rate of the set',
  `prediction_set` ARRAY<STRING> COMMENT 'Labels that cannot be ruled out; NULL without calibration',
  `decision` STRING NOT NULL COMMENT 'accept, reject or refer',
  `reason` STRING COMMENT 'Why',
  `level_probabilities` MAP<STRING,DOUBLE> COMMENT 'Probability of each level; NULL for binary dimensions',
  `slice` STRING NOT NULL COMMENT 'Whose calibration decided: all, or key=value')
USING delta
COMMENT 'What the calibrated metric says of a response'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.known_decision' = 'decision IN (\'accept\',\'reject\',\'refer\')',
  'delta.constraints.probability' = 'probability IS NULL OR (probability >= 0 AND probability <= 1)');

CREATE TABLE review_queue (
  `case_id` STRING NOT NULL COMMENT 'The test case',
  `system` STRING NOT NULL COMMENT 'The system',
  `repeat` INT NOT NULL COMMENT 'Repetition',
  `dimension` STRING NOT NULL COMMENT 'Human dimension',
  `priority` DOUBLE NOT NULL COMMENT 'Higher first',
  `labelling_probability` DOUBLE COMMENT 'Chance that this case is labelled; NULL where no design gives one',
  `why` STRING NOT NULL COMMENT 'Why it is here',
  `exported_at` TIMESTAMP COMMENT 'When exported',
  `labelled_at` TIMESTAMP COMMENT 'When labelled')
USING delta
COMMENT 'What a person should look at'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE leaderboard (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system',
  `slice` STRING NOT NULL COMMENT 'all, or key=value pairs',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric; human: the estimate that leads in its dimension, with n responses answered, n_groups questions labelled',
  `dimension` STRING NOT NULL COMMENT 'Human dimension, or empty',
  `validation_dimension` STRING NOT NULL COMMENT 'retrieval, qa, tone, risk, hallucination or bad_actor; empty for human',
  `estimate` DOUBLE COMMENT 'Design-weighted mean; NULL when nothing was measured',
  `ci_low` DOUBLE COMMENT 'Lower end',
  `ci_high` DOUBLE COMMENT 'Upper end',
  `ci_method` STRING NOT NULL COMMENT 'How the interval was made, or why there is none',
  `n` BIGINT NOT NULL COMMENT 'Rows measured',
  `n_groups` BIGINT NOT NULL COMMENT 'Groups measured',
  `n_missing` BIGINT NOT NULL COMMENT 'Rows without a value',
  `worst_case` DOUBLE COMMENT 'Mean if every missing row had the worst value',
  `best_case` DOUBLE COMMENT 'Mean if every missing row had the best value',
  `human_estimate` DOUBLE COMMENT 'What humans would have said',
  `human_ci_low` DOUBLE COMMENT 'Lower end',
  `human_ci_high` DOUBLE COMMENT 'Upper end',
  `n_effective` DOUBLE COMMENT 'Effective sample size',
  `rank` INT COMMENT '1 is best; NULL when too much is missing or the metric has no direction',
  `status` STRING NOT NULL COMMENT 'ok or why there is no estimate')
USING delta
COMMENT 'A system\'s mean of a metric in a slice'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE comparisons (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system_a` STRING NOT NULL COMMENT 'First',
  `system_b` STRING NOT NULL COMMENT 'Second',
  `slice` STRING NOT NULL COMMENT 'all, or key=value pairs',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric; human.DIMENSION:METRIC: what humans would pass, predicted by it; human.DIMENSION: the same as the leading estimate',
  `difference` DOUBLE NOT NULL COMMENT 'Mean of a minus b over shared groups',
  `ci_low` DOUBLE COMMENT 'Lower end',
  `ci_high` DOUBLE COMMENT 'Upper end',
  `p_value` DOUBLE COMMENT 'Of no difference',
  `p_adjusted` DOUBLE COMMENT 'Holm-adjusted in the slice',
  `test` STRING NOT NULL COMMENT 'Test',
  `n_groups` BIGINT NOT NULL COMMENT 'Shared groups')
USING delta
COMMENT 'A paired difference between two systems'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE weaknesses (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `conditions` STRING NOT NULL COMMENT 'key=value pairs',
  `estimate` DOUBLE NOT NULL COMMENT 'Mean under the conditions',
  `ci_low` DOUBLE COMMENT 'Lower end',
  `ci_high` DOUBLE COMMENT 'Upper end',
  `n` BIGINT NOT NULL COMMENT 'Rows',
  `difference` DOUBLE NOT NULL COMMENT 'Estimate minus the mean elsewhere',
  `p_adjusted` DOUBLE COMMENT 'Benjamini-Hochberg adjusted',
  `exemplar_case_ids` ARRAY<STRING> NOT NULL COMMENT 'Worst cases')
USING delta
COMMENT 'Conditions under which a system is worse'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE robustness (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system',
  `perturbation` STRING NOT NULL COMMENT 'How the twins were made',
  `intensity` STRING NOT NULL COMMENT 'How strongly; all for all together',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric; attack.goal_reached: whether the answer to an attack met its goal',
  `dimension` STRING NOT NULL COMMENT 'Of decisions what they are about; else empty',
  `meaning` STRING COMMENT 'What becomes of the question\'s meaning; NULL for twins of a suite',
  `n` BIGINT NOT NULL COMMENT 'Pairs of twin and origin that were measured',
  `n_groups` BIGINT NOT NULL COMMENT 'Questions that they come from, the unit of intervals',
  `n_missing` BIGINT NOT NULL COMMENT 'Twins without a value, or whose origin has none',
  `judged` BIGINT NOT NULL COMMENT 'Pairs with two verdicts, passed or decided; of attacks those with a goal',
  `flips` BIGINT NOT NULL COMMENT 'Verdicts that differ; of attacks those that succeeded',
  `flip_rate` DOUBLE COMMENT 'Their share of the judged; of attacks the success rate; NULL where none is judged',
  `flip_low` DOUBLE COMMENT 'Lower end',
  `flip_high` DOUBLE COMMENT 'Upper end',
  `drop` DOUBLE COMMENT 'By how much twins are worse in the mean; negative: better; NULL where the metric has no direction, of decisions and of attacks',
  `ci_low` DOUBLE COMMENT 'Lower end of the drop',
  `ci_high` DOUBLE COMMENT 'Upper end of the drop',
  `worst_drop` DOUBLE COMMENT 'The largest drop',
  `mean_distance` DOUBLE COMMENT 'Characters that were changed in the mean; NULL where it is not known',
  `ci_method` STRING NOT NULL COMMENT 'How the intervals were found, or why there is none',
  `worst_case_ids` ARRAY<STRING> NOT NULL COMMENT 'Twins with the largest drops, or whose decision changed')
USING delta
COMMENT 'What a perturbation did to a metric or to the decisions of a system'
TBLPROPERTIES (
  'assay.schema.version' = '1');

CREATE TABLE drift (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `subject` STRING NOT NULL COMMENT 'questions, or questions & a slice',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric',
  `value` DOUBLE COMMENT 'The distance; NULL unless status is ok',
  `p_value` DOUBLE COMMENT 'Of no drift, by permutation',
  `n_before` BIGINT COMMENT 'Questions of the earlier part',
  `n_after` BIGINT COMMENT 'Questions of the later part',
  `status` STRING NOT NULL COMMENT 'ok or why there is no value')
USING delta
COMMENT 'How far something moved between an earlier and a later part'
TBLPROPERTIES (
  'assay.schema.version' = '4',
  'delta.constraints.value_if_ok' = '(status = \'ok\') = (value IS NOT NULL)');

CREATE TABLE grammar_groups (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system',
  `suite` STRING NOT NULL COMMENT 'The suite',
  `group_id` STRING NOT NULL COMMENT 'The group: of questions from a database, the SQL with its values',
  `kind` STRING NOT NULL COMMENT 'gap (no answer is correct), robust (all are), non_robust (some are), undecided (it is known of none)',
  `n` BIGINT NOT NULL COMMENT 'Questions of which it is known whether the answer is correct; of several answers to one, most decide',
  `correct` BIGINT NOT NULL COMMENT 'Those answered correctly',
  `undecided` BIGINT NOT NULL COMMENT 'Questions of which it is not known',
  `differing` BIGINT COMMENT 'Questions of whose answers (repeats) some are correct and others are not',
  `retrieval_correct` BIGINT COMMENT 'Answers whose passages suffice; NULL where that is known of none',
  `by_model` BIGINT NOT NULL COMMENT 'In a non-robust group, wrong answers to passages that suffice',
  `by_retrieval` BIGINT NOT NULL COMMENT 'In a non-robust group, wrong answers to passages that do not',
  `cause` STRING COMMENT 'retrieval, model, both, unknown; of gaps also corpus (no document holds the answer) or corpus_or_retrieval; NULL for robust groups',
  `cause_way` STRING COMMENT 'How that is known: score, documents, answer, contexts, entailment, corpus; NULL where it is not',
  `ways` MAP<STRING,BIGINT> NOT NULL COMMENT 'Answers by what decided whether they are correct',
  `in_corpus` STRING COMMENT 'Whether a document holds the answer: yes, no, unknown; NULL where nobody looked',
  `sql` STRING COMMENT 'The query; NULL where the case names none',
  `question` STRING NOT NULL COMMENT 'One of the questions',
  `wrong_case_ids` ARRAY<STRING> NOT NULL COMMENT 'Cases answered wrongly, five at most')
USING delta
COMMENT 'How a system answered the questions of one logic, however they are worded (GRAMMAR, section 3.3)'
TBLPROPERTIES (
  'assay.schema.version' = '2',
  'delta.constraints.known_kind' = 'kind IN (\'gap\',\'robust\',\'non_robust\',\'undecided\')');

CREATE TABLE grammar_hypotheses (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system',
  `suite` STRING NOT NULL COMMENT 'The suite',
  `hypothesis` STRING NOT NULL COMMENT 'The attribute of the wording',
  `side` STRING NOT NULL COMMENT 'Its value',
  `sampling` STRING NOT NULL COMMENT 'as_asked: every answer counts as one; stratified: groups asked on every side, each as much as any other',
  `isolated` STRING NOT NULL COMMENT 'The module that is seen: none (all answers), retrieval (without the model\'s errors in non-robust groups), model (without those of retrieval)',
  `accuracy` DOUBLE NOT NULL COMMENT 'Share of correct answers, equation 2',
  `accuracy_low` DOUBLE COMMENT 'Lower end',
  `accuracy_high` DOUBLE COMMENT 'Upper end',
  `accuracy_method` STRING NOT NULL COMMENT 'How the interval was found, or why there is none',
  `robustness` DOUBLE COMMENT 'The same outside of gap groups, equation 1; NULL where all groups are gaps',
  `robustness_low` DOUBLE COMMENT 'Lower end',
  `robustness_high` DOUBLE COMMENT 'Upper end',
  `robustness_method` STRING NOT NULL COMMENT 'How the interval was found, or why there is none',
  `lambda` DOUBLE NOT NULL COMMENT 'Share of the questions in gap groups: accuracy = robustness (1 - lambda)',
  `n` BIGINT NOT NULL COMMENT 'Answers',
  `n_groups` BIGINT NOT NULL COMMENT 'Their groups',
  `n_gap_groups` BIGINT NOT NULL COMMENT 'Those in which no answer is correct, on whatever side')
USING delta
COMMENT 'Accuracy and robustness of a system on one side of a hypothesis (GRAMMAR, Tables 2 and 3)'
TBLPROPERTIES (
  'assay.schema.version' = '1');

CREATE TABLE grammar_contrasts (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system',
  `suite` STRING NOT NULL COMMENT 'The suite',
  `hypothesis` STRING NOT NULL COMMENT 'The attribute of the wording',
  `side_a` STRING NOT NULL COMMENT 'A value',
  `side_b` STRING NOT NULL COMMENT 'Another: the suspected one, where one is',
  `sampling` STRING NOT NULL COMMENT 'as_asked or stratified, as in grammar_hypotheses',
  `isolated` STRING NOT NULL COMMENT 'none, retrieval or model, as in grammar_hypotheses',
  `measured` STRING NOT NULL COMMENT 'accuracy or robustness',
  `difference` DOUBLE NOT NULL COMMENT 'a less b; stratified: over the groups that were asked on both',
  `ci_low` DOUBLE COMMENT 'Lower end',
  `ci_high` DOUBLE COMMENT 'Upper end',
  `ci_method` STRING NOT NULL COMMENT 'How the interval was found, or why there is none',
  `p_value` DOUBLE COMMENT 'Of no difference, within groups; NULL as asked, where sides may have other groups',
  `p_adjusted` DOUBLE COMMENT 'Holm-adjusted over the pairs of sides of the hypothesis, for the same figure',
  `test` STRING NOT NULL COMMENT 'The test, or why there is none',
  `n_groups` BIGINT NOT NULL COMMENT 'Groups')
USING delta
COMMENT 'How two sides of a hypothesis differ'
TBLPROPERTIES (
  'assay.schema.version' = '2');

CREATE TABLE grammar_reliability (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `system` STRING NOT NULL COMMENT 'The system; all: every one',
  `suite` STRING NOT NULL COMMENT 'The suite',
  `metric` STRING NOT NULL COMMENT 'evaluator.metric, at its threshold (without one: 0.5)',
  `n` BIGINT NOT NULL COMMENT 'Answers that both speak of',
  `n_correct` BIGINT NOT NULL COMMENT 'Correct ones',
  `n_passed` BIGINT NOT NULL COMMENT 'Those that the metric passes',
  `n_both` BIGINT NOT NULL COMMENT 'Correct ones that it passes',
  `precision` DOUBLE COMMENT 'Correct of those that it passes; low where it is optimistic; NULL where it passes none',
  `precision_low` DOUBLE COMMENT 'Lower end',
  `precision_high` DOUBLE COMMENT 'Upper end',
  `recall` DOUBLE COMMENT 'Of the correct ones, those that it passes; low where it is cynical; NULL where none is correct',
  `recall_low` DOUBLE COMMENT 'Lower end',
  `recall_high` DOUBLE COMMENT 'Upper end',
  `ci_method` STRING NOT NULL COMMENT 'How the intervals were found')
USING delta
COMMENT 'What a metric that knows no truth is worth against the truth (GRAMMAR, Table 1)'
TBLPROPERTIES (
  'assay.schema.version' = '1');

CREATE TABLE problems (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `id` STRING NOT NULL COMMENT 'SHA-256 of the content',
  `severity` STRING NOT NULL COMMENT 'low, medium or high',
  `evaluator` STRING COMMENT 'Evaluator',
  `metric` STRING COMMENT 'evaluator.metric',
  `system` STRING COMMENT 'System',
  `description` STRING NOT NULL COMMENT 'What was found',
  `action` STRING COMMENT 'What to do',
  `case_ids` ARRAY<STRING> NOT NULL COMMENT 'Cases',
  `attributes` MAP<STRING,STRING> NOT NULL COMMENT 'Anything else')
USING delta
COMMENT 'Something that a reader should act on'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE insights (
  `run_id` STRING NOT NULL COMMENT 'The run',
  `id` STRING NOT NULL COMMENT 'SHA-256 of the content',
  `severity` STRING NOT NULL COMMENT 'low, medium or high',
  `evaluator` STRING COMMENT 'Evaluator',
  `metric` STRING COMMENT 'evaluator.metric',
  `system` STRING COMMENT 'System',
  `description` STRING NOT NULL COMMENT 'What was found',
  `action` STRING COMMENT 'What to do',
  `case_ids` ARRAY<STRING> NOT NULL COMMENT 'Cases',
  `attributes` MAP<STRING,STRING> NOT NULL COMMENT 'Anything else')
USING delta
COMMENT 'Something that a reader should know'
TBLPROPERTIES (
  'assay.schema.version' = '4');

CREATE TABLE rejected (
  `row_id` STRING NOT NULL COMMENT 'SHA-256 of source, stage, reason, row and, where it is known, the line',
  `source` STRING NOT NULL COMMENT 'File or table',
  `stage` STRING NOT NULL COMMENT 'Stage',
  `reason` STRING NOT NULL COMMENT 'Why',
  `row` STRING COMMENT 'The row as given',
  `line` BIGINT COMMENT 'Line of the file at which the row begins, from 1; NULL where it is not known')
USING delta
COMMENT 'Input that could not be used'
TBLPROPERTIES (
  'assay.schema.version' = '5');

