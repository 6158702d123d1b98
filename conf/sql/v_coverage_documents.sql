-- Each document of the corpus with the number of its chunks that the tests of the newest finished analysis of each run name were made from.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1),
tested AS (
  SELECT DISTINCT covered.run_id, explode(t.source_chunk_ids) AS chunk_id
  FROM (SELECT DISTINCT run_id, case_id FROM run_cases) covered
  JOIN latest ON latest.run_id = covered.run_id
  JOIN test_cases t ON t.case_id = covered.case_id)
SELECT latest.name AS run, latest.run_id, d.doc_id, d.uri, d.title, count(*) AS chunks, count(tested.chunk_id) AS tested_chunks,
  sum(c.n_tokens) AS tokens
FROM latest
CROSS JOIN documents d
JOIN chunks c ON c.doc_id = d.doc_id
LEFT JOIN tested ON tested.run_id = latest.run_id AND tested.chunk_id = c.chunk_id
GROUP BY latest.name, latest.run_id, d.doc_id, d.uri, d.title
