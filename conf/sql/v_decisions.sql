-- One row a decision of any night (run_key), with the question and its topic.
WITH models AS (
  SELECT model FROM (SELECT model, count(*) AS chunks FROM strata GROUP BY model) ORDER BY chunks DESC, model LIMIT 1),
labels AS (
  SELECT stratum_id, label FROM topics WHERE model IN (SELECT model FROM models))
SELECT d.case_id, d.system, d.repeat, d.metric, d.dimension, d.probability, d.alpha,
  concat('{', array_join(d.prediction_set, ','), '}') AS prediction_set, d.decision, d.reason, d.slice AS decided_by,
  c.suite, c.group_id, c.query_type, c.stratum_id, t.label AS topic, c.question, d.run_key
FROM decisions d JOIN test_cases c ON d.case_id = c.case_id LEFT JOIN labels t ON c.stratum_id = t.stratum_id
