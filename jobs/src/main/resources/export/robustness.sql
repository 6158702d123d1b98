-- title: What perturbed questions do to scores and decisions
-- none: No perturbed question was asked.
SELECT system, perturbation, intensity, metric, dimension, meaning, n, n_groups AS questions, n_missing AS missing, flip_rate, flip_low, flip_high,
  `drop`, ci_low AS drop_low, ci_high AS drop_high, worst_drop, mean_distance, least_failing_distance, least_failing_case_id, worst_case_ids
FROM v_robustness WHERE run = :run ORDER BY system, perturbation, intensity, metric, dimension
