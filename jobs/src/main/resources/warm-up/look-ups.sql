-- What people look up beside the queries of dashboards/, asked once when the SQL server starts. Their results are of no use to anybody; what they read and compile is.
SELECT r.ended_at, l.system, l.metric, l.estimate, l.ci_low, l.ci_high
FROM leaderboard l JOIN runs r ON l.run_id = r.run_id
WHERE r.name IN (SELECT name FROM runs) AND l.slice = 'all' AND l.dimension = '' AND l.metric <> 'human'
ORDER BY r.ended_at, l.system LIMIT 1000;

SELECT system, topic, metric, estimate, ci_low, ci_high, n
FROM v_heatmap WHERE run <> '' AND metric <> 'human' AND estimate IS NOT NULL ORDER BY estimate LIMIT 5;

SELECT case_id, system, dimension, priority, why, question, answer
FROM v_review_queue WHERE labelled_at IS NULL ORDER BY priority DESC, case_id, system, dimension LIMIT 5;

SELECT CAST(called_at AS DATE) AS day, model, count(*) AS calls, sum(cost) AS cost, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
FROM llm_calls GROUP BY CAST(called_at AS DATE), model ORDER BY day, model;

SELECT s.case_id, s.system, s.value, t.question, r.answer
FROM (SELECT case_id, system, repeat, value FROM scores WHERE metric <> '' AND status = 'ok' ORDER BY value, case_id, system LIMIT 5) s
JOIN test_cases t ON s.case_id = t.case_id
JOIN responses r ON s.case_id = r.case_id AND s.system = r.system AND s.repeat = r.repeat
ORDER BY s.value, s.case_id, s.system;

SELECT s.system, s.metric, s.value, s.status, s.reason
FROM scores s WHERE s.case_id = (SELECT min(case_id) FROM test_cases WHERE suite <> '') ORDER BY s.system, s.metric;

SELECT system, metric, floor(value * 10) / 10 AS bin, count(*) AS answers
FROM scores WHERE status = 'ok' GROUP BY system, metric, floor(value * 10) / 10 ORDER BY system, metric, bin;
