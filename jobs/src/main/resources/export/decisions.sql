-- title: What is decided of each system's answers
-- none: Nothing was decided: no metric is calibrated, or 'apply' has not run.
SELECT system, dimension, metric, count_if(decision = 'accept') AS accept, count_if(decision = 'reject') AS reject, count_if(decision = 'refer') AS refer,
  avg(probability) AS mean_probability, min(alpha) AS alpha
FROM decisions WHERE (case_id, system, repeat) IN (SELECT k.case_id, k.system, k.repeat FROM run_cases k JOIN v_runs v ON k.run_id = v.run_id
    WHERE v.run = :run AND v.latest AND v.stage IN ('answer', 'evaluate', 'analyze'))
GROUP BY system, dimension, metric ORDER BY dimension, metric, system
