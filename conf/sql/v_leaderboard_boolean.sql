-- Checks that pass or fail, of the newest finished analysis of each run name: one row a system, slice and evaluator. Rates are shares of the rows that
-- were measured; a rate that an evaluator does not have, or that could not be told, is NULL. `pass` is the evaluator's primary metric.
WITH latest AS (
  SELECT run_id, name, ended_at FROM (
    SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1),
cells AS (
  SELECT latest.name AS run, latest.ended_at AS analysed_at, l.*, substring_index(l.metric, '.', 1) AS evaluator, substring_index(l.metric, '.', -1) AS part
  FROM leaderboard l JOIN latest ON l.run_id = latest.run_id WHERE l.dimension = '')
SELECT p.run, p.analysed_at, p.run_id, p.system, p.slice, p.evaluator, p.metric AS pass, p.estimate AS pass_rate, p.ci_low AS pass_low, p.ci_high AS pass_high,
  f.estimate AS failure_rate, r.estimate AS retrieval_failure_rate, g.estimate AS generation_failure_rate, e.estimate AS parse_failure_rate,
  p.n, p.n_missing, p.rank, p.status
FROM cells f
JOIN cells p ON p.run_id = f.run_id AND p.system = f.system AND p.slice = f.slice AND p.evaluator = f.evaluator
  AND p.part IN ('no_pii', 'no_sensitive_data', 'no_encoded_leak', 'passes', 'valid_json')
LEFT JOIN cells r ON r.run_id = f.run_id AND r.system = f.system AND r.slice = f.slice AND r.evaluator = f.evaluator AND r.part = 'retrieval_failures'
LEFT JOIN cells g ON g.run_id = f.run_id AND g.system = f.system AND g.slice = f.slice AND g.evaluator = f.evaluator AND g.part = 'generation_failures'
LEFT JOIN cells e ON e.run_id = f.run_id AND e.system = f.system AND e.slice = f.slice AND e.evaluator = f.evaluator AND e.part = 'parse_failures'
WHERE f.part = 'failures'
