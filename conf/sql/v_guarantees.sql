-- What the newest calibration of each metric and dimension promises of its sets and decisions, and what was seen on unseen questions.
WITH newest AS (
  SELECT metric, dimension, max(fitted_at) AS fitted_at FROM guarantees GROUP BY metric, dimension)
SELECT g.metric, g.dimension, g.slice, g.method, g.kind, g.promise, g.reason, g.alpha, g.delta, g.quantile, g.n_groups, g.n_decided, g.n_errors,
  g.p_value, g.share, g.observed, g.n_observed, g.fitted_at,
  g.decision, g.round, g.missed, g.missed_low, g.missed_high, g.n_failed, g.least_sure, g.least_sure_low, g.least_sure_high
FROM guarantees g JOIN newest n ON g.metric = n.metric AND g.dimension = n.dimension AND g.fitted_at = n.fitted_at
