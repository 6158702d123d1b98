# shellcheck shell=bash
# scripts/bench small: what twenty recorded answers cost, as a table.

# Prints the Spark jobs and SQL executions in an event log, by stage.
count_by_stage() {
  local log="$1" stage
  {
    grep -h '"Event":"SparkListenerJobStart"' "$log" | sed -n 's/.*"spark\.job\.description":"\([^"]*\)".*/job \1/p'
    grep -h 'SparkListenerSQLExecutionStart"' "$log" | sed -n 's/.*"description":"\([^"]*\)".*/sql \1/p'
  } | sed -E 's/^(job|sql) (Delta: )*/\1 /; s/^(job|sql) ([a-z-]+).*/\1 \2/' | sort | uniq -c |
    awk '{ n[$3] = 1; if ($2 == "job") job[$3] = $1; else sql[$3] = $1 }
      END { for (s in n) printf "  %-12s %4d jobs %4d SQL executions\n", s, job[s], sql[s] }' | sort
  printf '  %-12s %4d jobs %4d SQL executions, %d tasks\n' all \
    "$(grep -c '"Event":"SparkListenerJobStart"' "$log")" "$(grep -c 'SparkListenerSQLExecutionStart"' "$log")" \
    "$(grep -c '"Event":"SparkListenerTaskEnd"' "$log")"
}

# measure TITLE WORD CONF: runs scripts/assay and prints seconds and counts.
measure() {
  local title="$1" word="$2" conf="$3" log="$work/log" code=0
  rm -rf "$log"
  mkdir -p "$log"
  TIMEFORMAT='%R s, %U s of user and %S s of system processor time'
  printf '%s: ' "$title"
  { time (cd "$ROOT" && EXAMPLE_STORE="$work/${conf%.conf}" EXAMPLE_REPORT="$work/report.html" \
    "$ROOT/scripts/assay" "$word" --conf "conf/example/$conf" -- --conf spark.eventLog.enabled=true \
    --conf "spark.eventLog.dir=file:$log" >"$work/out" 2>&1); } 2>&1 || code=$?
  ((code == 0 || code == 2)) || fail "'$word' failed: $(tail -n 3 "$work/out")"
  count_by_stage "$log"/*
}

small() {
  local runs="${1:-5}" i
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  for ((i = 1; i <= runs; i++)); do
    rm -rf "$work/unlabelled" "$work/labelled"
    measure "run $i, four stages" run unlabelled.conf
    measure "run $i again" run unlabelled.conf
    measure "run $i, gate" gate unlabelled.conf
    measure "run $i, seven stages" run labelled.conf
  done
}
