-- Metrics of whole sets (classification, self-consistency, drift) by the newest finished evaluation of each run name; system is 'all' for what is about
-- every system.
WITH latest AS (
  SELECT run_id, name, ended_at FROM (
    SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'evaluate' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, latest.ended_at AS evaluated_at, s.run_id, s.system, s.slice, s.metric, s.value, s.ci_low, s.ci_high, s.n, s.n_groups, s.n_missing, s.status, s.reason, s.model
FROM set_scores s JOIN latest ON s.run_id = latest.run_id
