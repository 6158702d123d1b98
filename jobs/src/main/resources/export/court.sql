-- title: What each metric is worth against people's labels, of runs of any name
-- none: Nothing is calibrated.
SELECT DISTINCT metric, dimension, slice, method, status, reason, auroc, auroc_low AS low, auroc_high AS high, coverage, alpha, ece, brier, n_train, n_conformal, n_groups AS questions, fitted_at
FROM v_calibration_curve ORDER BY dimension, metric, slice, method, fitted_at
