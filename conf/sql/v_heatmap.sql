-- Systems by topic: the leaderboard's cells of one stratum each, with the topic's label.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1),
cells AS (
  SELECT *, CAST(substring(slice, length('stratum_id=') + 1) AS INT) AS stratum_id
  FROM leaderboard
  WHERE slice LIKE 'stratum_id=%' AND slice NOT LIKE '%&%' AND dimension = ''),
models AS (
  SELECT model FROM (SELECT model, sum(chunks) AS chunks FROM (
    SELECT model, 1 AS chunks FROM strata UNION ALL SELECT model, 0 AS chunks FROM case_strata) GROUP BY model) ORDER BY chunks DESC, model LIMIT 1),
labels AS (
  SELECT stratum_id, label, size FROM topics WHERE model IN (SELECT model FROM models))
SELECT latest.name AS run, c.run_id, c.system, c.stratum_id, coalesce(t.label, c.slice) AS topic, t.size AS chunks, c.metric, c.dimension,
  c.estimate, c.ci_low, c.ci_high, c.n, c.n_groups, c.n_missing, c.rank, c.status
FROM cells c JOIN latest ON c.run_id = latest.run_id LEFT JOIN labels t ON c.stratum_id = t.stratum_id
