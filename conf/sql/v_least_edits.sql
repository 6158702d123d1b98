-- The smallest edits that still fail, of twins that fail what their origin passes, in the newest finished search of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'shrink' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, l.run_id, l.system, l.metric, l.perturbation, l.intensity, l.meaning, l.status, l.reason, l.edits, l.edit_distance, l.least_edits,
  l.least_distance, array_join(l.changes, '; ') AS changes, o.question AS origin, l.least_question, l.tests, l.case_id, l.parent_case_id, l.least_case_id
FROM least_edits l JOIN latest ON l.run_id = latest.run_id LEFT JOIN test_cases o ON l.parent_case_id = o.case_id
