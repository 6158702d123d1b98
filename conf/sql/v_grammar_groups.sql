-- Groups of questions that mean the same, by system: gaps, robust and non-robust ones and what failed, in the newest finished analysis of each run name.
WITH latest AS (
  SELECT run_id, name FROM (
    SELECT run_id, name, row_number() OVER (PARTITION BY name ORDER BY ended_at DESC, run_id) AS place
    FROM runs WHERE stage = 'analyze' AND status = 'done')
  WHERE place = 1)
SELECT latest.name AS run, g.system, g.suite, g.group_id, g.kind, g.n, g.correct, g.undecided, g.differing, g.retrieval_correct, g.by_model, g.by_retrieval, g.cause,
  g.cause_way, g.in_corpus, g.sql, g.question, array_join(g.wrong_case_ids, ' ') AS wrong_case_ids
FROM grammar_groups g JOIN latest ON g.run_id = latest.run_id
