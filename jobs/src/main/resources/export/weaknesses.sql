-- title: Conditions under which a system is worse than elsewhere by more than chance (p adjusted for all that were looked at)
-- none: No condition stands out.
SELECT system, metric, conditions, estimate, ci_low AS low, ci_high AS high, difference, p_adjusted, n, n_groups AS questions, found_by, exemplar_case_ids
FROM v_weakness WHERE run = :run AND p_adjusted <= :alpha ORDER BY p_adjusted, system, metric, conditions
