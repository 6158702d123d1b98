-- What perturbations did to each system's metrics by topic and kind of question, in the newest finished analysis of each run name; bands of a system and metric hold together.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, r.run_id, r.system, r.metric, r.perturbation, r.slice, r.n, r.n_groups, r.drop, r.band_low, r.band_high, r.worse
FROM robustness_surface r JOIN latest ON r.run_id = latest.run_id
