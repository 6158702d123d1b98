-- What perturbations did to each system's metrics and decisions, in the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, r.run_id, r.system, r.perturbation, r.intensity, r.meaning, r.metric, r.dimension, r.n, r.n_groups, r.n_missing, r.judged, r.flips,
  r.flip_rate, r.flip_low, r.flip_high, r.drop, r.ci_low, r.ci_high, r.worst_drop, r.mean_distance, r.ci_method, r.least_failing_distance, r.least_failing_case_id,
  array_join(r.worst_case_ids, ' ') AS worst_case_ids
FROM robustness r JOIN latest ON r.run_id = latest.run_id
