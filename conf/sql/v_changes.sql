-- What changed for each case between any other analysis (baseline) and the newest one of each run name: fixed, broken or same, for every metric with a
-- threshold and, as human.DIMENSION, for what people said. Cases that both cover; ask for one baseline_run_id.
WITH analyses AS (
  SELECT run_id, name, ended_at, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
  FROM runs WHERE stage = 'analyze' AND status = 'done'),
kept AS (
  SELECT run_id, case_id, system, repeat, map_concat(coalesce(scores, map()),
    coalesce(map_from_entries(transform(map_entries(judged), e -> struct(concat('human.', e.key) AS metric,
      struct(CAST(e.value.label AS DOUBLE) AS value, e.value.label = 1 AS passed) AS said))), map())) AS said
  FROM run_cases WHERE scores IS NOT NULL OR judged IS NOT NULL),
-- Answers meet answers, and only then their metrics each other: a join of a row an answer, not of one a score.
met AS (
  SELECT n.name AS run, a.run_id, b.name AS baseline, t.run_id AS baseline_run_id, b.ended_at AS baseline_analysed_at, a.case_id, a.system, a.repeat,
    t.said AS earlier, explode(a.said) AS (metric, after)
  FROM kept a JOIN analyses n ON a.run_id = n.run_id AND n.place = 1
  JOIN kept t ON a.case_id = t.case_id AND a.system = t.system AND a.repeat = t.repeat AND a.run_id <> t.run_id
  JOIN analyses b ON t.run_id = b.run_id)
SELECT run, run_id, baseline, baseline_run_id, baseline_analysed_at, case_id, system, repeat, metric, earlier[metric].value AS value_before,
  after.value AS value_after, earlier[metric].passed AS passed_before, after.passed AS passed_after,
  CASE WHEN earlier[metric].passed = after.passed THEN 'same' WHEN after.passed THEN 'fixed' ELSE 'broken' END AS change
FROM met
WHERE earlier[metric].passed IS NOT NULL AND after.passed IS NOT NULL
