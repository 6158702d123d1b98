-- Conditions under which a system is worse than elsewhere, in the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, w.run_id, w.system, w.metric, w.conditions, w.estimate, w.ci_low, w.ci_high, w.n, w.n_groups, w.difference, w.p_adjusted, w.found_by, w.alike,
  array_join(w.exemplar_case_ids, ' ') AS exemplar_case_ids
FROM weaknesses w JOIN latest ON w.run_id = latest.run_id
