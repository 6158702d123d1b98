-- Every leaderboard cell of the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name, ended_at FROM (
    SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, latest.ended_at AS analysed_at, l.run_id, l.system, l.slice, l.metric, l.dimension, l.validation_dimension,
  l.estimate, l.ci_low, l.ci_high, l.ci_method, l.n, l.n_groups, l.n_missing, l.worst_case, l.best_case,
  l.human_estimate, l.human_ci_low, l.human_ci_high, l.n_effective, l.rank, l.rank_low, l.rank_high, l.human_shrunk, l.human_shrunk_low, l.human_shrunk_high, l.status
FROM leaderboard l JOIN latest ON l.run_id = latest.run_id
