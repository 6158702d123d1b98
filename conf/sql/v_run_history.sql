-- Every execution of a stage, newest first, also those that found nothing to do; those under way are in v_runs alone.
SELECT started_at, ended_at, unix_timestamp(ended_at) - unix_timestamp(started_at) AS seconds, name AS run, stage, outcome, command_at,
  array_join(transform(array_sort(map_entries(counts)), e -> concat(e.key, ' ', e.value)), ', ') AS counts, error, run_id, config_hash, code_version
FROM run_history ORDER BY started_at DESC, run_id
