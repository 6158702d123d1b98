-- What changes for each case from one system (baseline_system) to another in the newest finished analysis of each run name: fixed, broken or same, for
-- every metric with a threshold and, as human.DIMENSION, for what people said. Ask for one baseline_system; test_cases and responses have the evidence.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1),
kept AS (
  SELECT run_id, run_key, case_id, system, repeat, inline(concat(
    coalesce(transform(map_entries(scores), e -> struct(e.key AS metric, e.value.value AS value, e.value.passed AS passed)), array()),
    coalesce(transform(map_entries(judged), e -> struct(concat('human.', e.key) AS metric, CAST(e.value.label AS DOUBLE) AS value,
      e.value.label = 1 AS passed)), array()))) AS (metric, value, passed)
  FROM run_cases WHERE scores IS NOT NULL OR judged IS NOT NULL)
SELECT latest.name AS run, b.run_id, a.system AS baseline_system, b.system, b.case_id, b.repeat, b.metric, c.question,
  a.value AS value_before, b.value AS value_after, a.passed AS passed_before, b.passed AS passed_after, r.answer AS answer_before, s.answer AS answer_after,
  CASE WHEN a.passed = b.passed THEN 'same' WHEN b.passed THEN 'fixed' ELSE 'broken' END AS change
FROM kept b JOIN latest ON b.run_id = latest.run_id
JOIN kept a ON a.run_id = b.run_id AND a.case_id = b.case_id AND a.repeat = b.repeat AND a.metric = b.metric AND a.system <> b.system
LEFT JOIN test_cases c ON c.case_id = b.case_id
LEFT JOIN responses r ON r.case_id = a.case_id AND r.system = a.system AND r.repeat = a.repeat AND r.run_key = a.run_key
LEFT JOIN responses s ON s.case_id = b.case_id AND s.system = b.system AND s.repeat = b.repeat AND s.run_key = b.run_key
WHERE a.passed IS NOT NULL AND b.passed IS NOT NULL
