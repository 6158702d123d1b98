-- Every run of every stage, newest first; `latest` marks the newest finished one of its name and stage.
SELECT run_id, name AS run, stage, status, started_at, ended_at, unix_timestamp(ended_at) - unix_timestamp(started_at) AS seconds,
  config_hash, code_version, array_join(transform(array_sort(map_entries(counts)), e -> concat(e.key, ' ', e.value)), ', ') AS counts, error,
  status = 'done' AND row_number() OVER (PARTITION BY name, stage, status ORDER BY ended_at DESC, run_id) = 1 AS latest
FROM runs ORDER BY started_at DESC, run_id
