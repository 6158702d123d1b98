-- How many answers the newest finished analysis of each run name found accepted, rejected and referred, and how many fixed, broken and the same since the
-- analysis before it: the counts of v_decisions and v_changes, as the analysis left them, so that they cost nothing however many answers there are.
WITH latest AS (
  SELECT run_id, name, ended_at FROM (
    SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, latest.ended_at AS analysed_at, c.run_id, c.system, c.metric, c.dimension, c.outcome, c.answers,
  c.baseline_run_id, b.ended_at AS baseline_analysed_at
FROM answer_counts c JOIN latest ON c.run_id = latest.run_id LEFT JOIN runs b ON c.baseline_run_id = b.run_id
