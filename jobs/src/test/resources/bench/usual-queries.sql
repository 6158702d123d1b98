-- What people usually ask of a store besides the queries of dashboards/: `scripts/bench queries` puts them to the SQL server.

-- name: trend
SELECT r.ended_at, l.system, l.metric, l.estimate, l.ci_low, l.ci_high
FROM leaderboard l JOIN runs r ON l.run_id = r.run_id
WHERE r.name = 'made' AND l.slice = 'all' AND l.dimension = '' AND l.metric = 'groundedness.groundedness_mean'
ORDER BY r.ended_at, l.system;

-- name: weakest topics
SELECT system, topic, metric, estimate, ci_low, ci_high, n
FROM v_heatmap WHERE run = 'made' AND metric = 'groundedness.groundedness_mean' AND estimate IS NOT NULL
ORDER BY estimate LIMIT 10;

-- name: queue page
SELECT case_id, system, dimension, priority, why, question, answer
FROM v_review_queue WHERE labelled_at IS NULL ORDER BY priority DESC, case_id, system, dimension LIMIT 50;

-- name: cost per day
SELECT CAST(called_at AS DATE) AS day, endpoint, count(*) AS calls, sum(cost) AS cost, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
FROM llm_calls GROUP BY CAST(called_at AS DATE), endpoint ORDER BY day, endpoint;

-- name: worst cases
SELECT s.case_id, s.system, s.value, t.question, r.answer
FROM (SELECT case_id, system, repeat, value FROM scores WHERE metric = 'groundedness.groundedness_mean' AND status = 'ok' ORDER BY value, case_id, system LIMIT 20) s
JOIN test_cases t ON s.case_id = t.case_id
JOIN responses r ON s.case_id = r.case_id AND s.system = r.system AND s.repeat = r.repeat
ORDER BY s.value, s.case_id, s.system;

-- name: one case
SELECT s.system, s.metric, s.value, s.status, s.reason
FROM scores s WHERE s.case_id = (SELECT max(case_id) FROM test_cases WHERE parent_case_id IS NULL) ORDER BY s.system, s.metric;

-- name: distribution
SELECT system, metric, floor(value * 20) / 20 AS bin, count(*) AS answers
FROM scores WHERE status = 'ok' GROUP BY system, metric, floor(value * 20) / 20 ORDER BY system, metric, bin;
