-- title: Problems that the analysis found
-- none: The analysis found no problem.
SELECT p.severity, p.system, p.metric, p.description, p.action, nullif(size(p.case_ids), 0) AS cases_named, array_join(slice(p.case_ids, 1, 5), ' ') AS first_cases
FROM problems p JOIN v_runs r ON p.run_id = r.run_id WHERE r.run = :run AND r.latest
ORDER BY CASE p.severity WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, p.system, p.metric, p.id
