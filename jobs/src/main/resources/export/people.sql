-- title: Share of answers that people would pass, by system and dimension
-- none: Nobody has judged an answer: there is no estimate of what people would say, and scores are no judgment.
SELECT system, dimension, human_estimate AS estimate, human_ci_low AS low, human_ci_high AS high, n AS answers, n_groups AS questions_labelled, n_effective,
  rank, rank_low, rank_high, status
FROM v_leaderboard WHERE run = :run AND metric = 'human' AND slice = 'all' ORDER BY dimension, rank NULLS LAST, system
