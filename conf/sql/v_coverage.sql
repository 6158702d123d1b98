-- How much of the corpus and of each topic the tests of the newest finished analysis of each run name touch. stratum_id and topic are NULL for
-- the corpus; near_share is the share of its tokens within cosine distance `distance` of a tested chunk.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, i.run_id, CAST(i.attributes['stratum_id'] AS INT) AS stratum_id, nullif(i.attributes['topic'], '') AS topic,
  CAST(i.attributes['chunks'] AS BIGINT) AS chunks, CAST(i.attributes['tested_chunks'] AS BIGINT) AS tested_chunks,
  CAST(i.attributes['documents'] AS BIGINT) AS documents, CAST(i.attributes['tested_documents'] AS BIGINT) AS tested_documents,
  CAST(i.attributes['tokens'] AS BIGINT) AS tokens, CAST(i.attributes['tested_tokens'] AS BIGINT) AS tested_tokens,
  CAST(i.attributes['near_tokens'] AS BIGINT) AS near_tokens,
  CAST(i.attributes['near_tokens'] AS DOUBLE) / nullif(CAST(i.attributes['tokens'] AS BIGINT), 0) AS near_share,
  CAST(i.attributes['distance'] AS DOUBLE) AS distance
FROM insights i JOIN latest ON i.run_id = latest.run_id
WHERE i.attributes['kind'] IN ('coverage', 'coverage_topic')
