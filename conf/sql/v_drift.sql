-- How far questions, answers, passages and scores moved over time, by the newest finished analysis of each run name. p_value is of no drift, by permutation.
WITH latest AS (
  SELECT run_id, name, ended_at FROM (
    SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, latest.ended_at AS analysed_at, d.run_id, d.subject, d.metric, d.value, d.p_value, d.n_before, d.n_after, d.status, d.baseline_run
FROM drift d JOIN latest ON d.run_id = latest.run_id
