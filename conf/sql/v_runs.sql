-- What every stage came to, by what it went by, newest first; `latest` marks the newest finished one of its name and stage.
SELECT r.run_id, r.name AS run, r.stage, r.status, r.started_at, r.ended_at, unix_timestamp(r.ended_at) - unix_timestamp(r.started_at) AS seconds,
  r.config_hash, r.code_version, array_join(transform(array_sort(map_entries(r.counts)), e -> concat(e.key, ' ', e.value)), ', ') AS counts, r.error,
  r.status = 'done' AND row_number() OVER (PARTITION BY r.name, r.stage, r.status ORDER BY r.ended_at DESC, r.run_id) = 1 AS latest,
  coalesce(r.config, c.config) AS config, r.run_key
FROM runs r LEFT JOIN configurations c ON r.config_hash = c.config_hash ORDER BY r.started_at DESC, r.run_id
