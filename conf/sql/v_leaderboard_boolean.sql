-- Checks that pass or fail, of the newest finished analysis of each run name: one row a system, slice and evaluator. Rates are shares of the rows that
-- were measured; a rate that an evaluator does not have, or that could not be told, is NULL. `pass` is the metric that
-- says so, or 1 less the failures where an evaluator counts these alone.
WITH latest AS (
  SELECT run_id, name, ended_at FROM (
    SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1),
cells AS (
  SELECT latest.name AS run, latest.ended_at AS analysed_at, l.*, substring_index(l.metric, '.', 1) AS evaluator, substring_index(l.metric, '.', -1) AS part
  FROM leaderboard l JOIN latest ON l.run_id = latest.run_id WHERE l.dimension = ''),
passes AS (
  SELECT * FROM cells WHERE part IN ('no_pii', 'no_sensitive_data', 'no_encoded_leak', 'passes', 'valid_json')),
failures AS (
  SELECT * FROM cells WHERE part = 'failures'),
checks AS (
  SELECT run, analysed_at, run_id, system, slice, evaluator FROM passes
  UNION SELECT run, analysed_at, run_id, system, slice, evaluator FROM failures)
SELECT k.run, k.analysed_at, k.run_id, k.system, k.slice, k.evaluator, coalesce(p.metric, concat('1 - ', f.metric)) AS pass,
  coalesce(p.estimate, 1 - f.estimate) AS pass_rate, coalesce(p.ci_low, 1 - f.ci_high) AS pass_low, coalesce(p.ci_high, 1 - f.ci_low) AS pass_high,
  f.estimate AS failure_rate, r.estimate AS retrieval_failure_rate, g.estimate AS generation_failure_rate, e.estimate AS parse_failure_rate,
  coalesce(p.n, f.n) AS n, coalesce(p.n_missing, f.n_missing) AS n_missing, coalesce(p.rank, f.rank) AS rank, coalesce(p.status, f.status) AS status
FROM checks k
LEFT JOIN passes p ON p.run_id = k.run_id AND p.system = k.system AND p.slice = k.slice AND p.evaluator = k.evaluator
LEFT JOIN failures f ON f.run_id = k.run_id AND f.system = k.system AND f.slice = k.slice AND f.evaluator = k.evaluator
LEFT JOIN cells r ON r.run_id = k.run_id AND r.system = k.system AND r.slice = k.slice AND r.evaluator = k.evaluator AND r.part = 'retrieval_failures'
LEFT JOIN cells g ON g.run_id = k.run_id AND g.system = k.system AND g.slice = k.slice AND g.evaluator = k.evaluator AND g.part = 'generation_failures'
LEFT JOIN cells e ON e.run_id = k.run_id AND e.system = k.system AND e.slice = k.slice AND e.evaluator = k.evaluator AND e.part = 'parse_failures'
