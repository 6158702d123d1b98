-- Precision and recall of metrics that know no truth, against the truth, in the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, r.system, r.suite, r.metric, r.n, r.n_correct, r.n_passed, r.n_both, r.precision, r.precision_low, r.precision_high, r.recall,
  r.recall_low, r.recall_high
FROM grammar_reliability r JOIN latest ON r.run_id = latest.run_id
