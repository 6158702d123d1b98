-- title: Means of the metrics, over all questions and by slice
-- none: No analysis has finished.
SELECT validation_dimension, metric, system, slice, estimate, ci_low AS low, ci_high AS high, n, n_groups AS questions, n_missing AS missing, worst_case, best_case,
  rank, rank_low, rank_high, status
FROM v_leaderboard WHERE run = :run AND dimension = '' AND metric <> 'human'
ORDER BY CASE slice WHEN 'all' THEN 0 ELSE 1 END, slice, validation_dimension, metric, rank NULLS LAST, system
