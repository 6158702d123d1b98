-- title: What people would pass by slice, and the same drawn towards the whole
-- none: No slice has labels.
SELECT system, dimension, slice, human_estimate AS estimate, human_ci_low AS low, human_ci_high AS high, human_shrunk AS shrunk, human_shrunk_low AS shrunk_low,
  human_shrunk_high AS shrunk_high, n AS answers, n_groups AS questions_labelled, status
FROM v_leaderboard WHERE run = :run AND metric = 'human' AND slice <> 'all' ORDER BY dimension, system, slice
