-- title: What is decided of each system's answers
-- none: Nothing was decided: no metric is calibrated, or 'apply' has not run.
SELECT system, dimension, metric, count_if(decision = 'accept') AS accept, count_if(decision = 'reject') AS reject, count_if(decision = 'refer') AS refer, min(alpha) AS alpha
FROM decisions WHERE (case_id, system, repeat) IN (SELECT case_id, system, repeat FROM run_cases WHERE run_id = (
    SELECT min_by(run_id, CASE stage WHEN 'analyze' THEN 0 WHEN 'evaluate' THEN 1 ELSE 2 END) FROM v_runs
    WHERE run = :run AND latest AND stage IN ('answer', 'evaluate', 'analyze')))
GROUP BY system, dimension, metric ORDER BY dimension, metric, system
