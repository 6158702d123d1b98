-- What answers and calls took. `kind` answers: the systems' answers, recorded ones too, by system and status. `kind` calls: every call in the ledger, by
-- purpose (stage, or judge and evaluator), endpoint, model and status, each by the night (run_key) that had them; an asked system's answers are among them, so the two kinds are not to be added.
-- Sums are NULL where nothing was reported.
SELECT kind, purpose, system, endpoint, model, status, answers, cost, input_tokens, output_tokens,
  mean_latency_ms, latencies[0] AS median_latency_ms, latencies[1] AS p95_latency_ms, first_answer, last_answer, run_key
FROM (
  SELECT 'answers' AS kind, CAST(NULL AS STRING) AS purpose, system, CAST(NULL AS STRING) AS endpoint, CAST(NULL AS STRING) AS model, status, count(*) AS answers,
    sum(cost) AS cost, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
    avg(latency_ms) AS mean_latency_ms, percentile(latency_ms, array(0.5, 0.95)) AS latencies,
    min(answered_at) AS first_answer, max(answered_at) AS last_answer, run_key
  FROM responses GROUP BY run_key, system, status
  UNION ALL
  SELECT 'calls', purpose, CAST(NULL AS STRING), endpoint, model, status, count(*), sum(cost), sum(input_tokens), sum(output_tokens),
    avg(latency_ms), percentile(latency_ms, array(0.5, 0.95)), min(called_at), max(called_at), run_key
  FROM llm_calls GROUP BY run_key, purpose, endpoint, model, status)
