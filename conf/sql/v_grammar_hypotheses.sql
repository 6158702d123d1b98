-- Accuracy and robustness by side of a hypothesis, in the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, h.system, h.suite, h.hypothesis, h.side, h.sampling, h.isolated, h.accuracy, h.accuracy_low, h.accuracy_high, h.robustness,
  h.robustness_low, h.robustness_high, h.lambda, h.n, h.n_groups, h.n_gap_groups
FROM grammar_hypotheses h JOIN latest ON h.run_id = latest.run_id
