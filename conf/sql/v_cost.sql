-- What the systems' answers took, by system and status. Sums are NULL where nothing was reported.
SELECT system, status, count(*) AS answers, sum(cost) AS cost, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
  avg(latency_ms) AS mean_latency_ms, percentile_approx(latency_ms, 0.5) AS median_latency_ms, percentile_approx(latency_ms, 0.95) AS p95_latency_ms,
  min(answered_at) AS first_answer, max(answered_at) AS last_answer
FROM responses GROUP BY system, status
