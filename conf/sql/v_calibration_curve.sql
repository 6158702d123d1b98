-- Reliability of the newest calibration of each metric, dimension and slice in each night (run_key): observed share of label 1 by mean score.
WITH newest AS (
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY run_key, metrics, dimension, slice ORDER BY fitted_at DESC, calibration_id) AS place
    FROM calibrations)
  WHERE place = 1)
SELECT calibration_id, array_join(metrics, ' + ') AS metric, dimension, slice, method, status, reason, n_train, n_conformal, n_groups,
  alpha, quantile, coverage, ece, brier, log_loss, auroc, auroc_low, auroc_high, fitted_at,
  bin, point.score AS score, point.probability AS observed, point.ci_low AS ci_low, point.ci_high AS ci_high, point.n AS n, run_key
FROM newest LATERAL VIEW OUTER posexplode(curve) AS bin, point
