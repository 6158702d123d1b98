-- How two sides of a hypothesis differ in accuracy and robustness, in the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, c.system, c.suite, c.hypothesis, c.side_a, c.side_b, c.sampling, c.isolated, c.measured, c.difference, c.ci_low, c.ci_high,
  c.p_value, c.p_adjusted, c.n_groups
FROM grammar_contrasts c JOIN latest ON c.run_id = latest.run_id
