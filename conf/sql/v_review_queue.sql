-- What a person should look at of each night (run_key), highest priority first, with the texts to judge.
SELECT q.case_id, q.system, q.repeat, q.dimension, q.priority, q.labelling_probability, q.why, q.exported_at, q.labelled_at,
  c.suite, c.question, c.expected_answer, r.answer, q.run_key
FROM review_queue q JOIN test_cases c ON q.case_id = c.case_id
LEFT JOIN responses r ON q.case_id = r.case_id AND q.system = r.system AND q.repeat = r.repeat AND q.run_key = r.run_key
ORDER BY q.priority DESC, q.case_id, q.system, q.repeat, q.dimension, q.run_key
