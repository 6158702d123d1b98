# shellcheck shell=bash
# scripts/bench small: what twenty recorded answers cost, as a table.

# Prints the Spark jobs and SQL executions in an event log, by stage.
count_by_stage() {
  local log="$1" stage
  # A run in which nothing is left to do has none.
  {
    sed -n '/"Event":"SparkListenerJobStart"/s/.*"spark\.job\.description":"\([^"]*\)".*/job \1/p' "$log"
    sed -n '/SparkListenerSQLExecutionStart"/s/.*"description":"\([^"]*\)".*/sql \1/p' "$log"
  } | sed -E 's/^(job|sql) (Delta: )*/\1 /; s/^(job|sql) ([a-z-]+).*/\1 \2/' | sort | uniq -c |
    awk '{ n[$3] = 1; if ($2 == "job") job[$3] = $1; else sql[$3] = $1 }
      END { for (s in n) printf "  %-12s %4d jobs %4d SQL executions\n", s, job[s], sql[s] }' | sort
  printf '  %-12s %4d jobs %4d SQL executions, %d tasks\n' all \
    "$(grep -c '"Event":"SparkListenerJobStart"' "$log")" "$(grep -c 'SparkListenerSQLExecutionStart"' "$log")" \
    "$(grep -c '"Event":"SparkListenerTaskEnd"' "$log")"
}

# measure TITLE WORD…: runs scripts/assay, prints seconds and counts, and notes them in $work/results.
measure() {
  local title="$1" log="$work/log" code=0 real user system jobs queries
  shift
  rm -rf "$log"
  mkdir -p "$log"
  TIMEFORMAT='%R %U %S'
  { time (cd "$ROOT" && EXAMPLE_STORE="$work/store" EXAMPLE_REPORT="$work/report.html" \
    "$ROOT/scripts/assay" "$@" -- --conf spark.eventLog.enabled=true \
    --conf "spark.eventLog.dir=file:$log" >"$work/out" 2>&1); } 2>"$work/time" || code=$?
  ((code == 0 || code == 2)) || fail "'$1' failed: $(tail -n 3 "$work/out")"
  read -r real user system < <(tail -n 1 "$work/time")
  jobs="$(cat "$log"/* | grep -c '"Event":"SparkListenerJobStart"' || true)"
  queries="$(cat "$log"/* | grep -c 'SparkListenerSQLExecutionStart"' || true)"
  printf '%s: %s s, %s s of user and %s s of system processor time\n' "$title" "$real" "$user" "$system"
  count_by_stage "$log"/*
  printf '%s\t%s\t%s\t%s\t%s\n' "$title" "$real" "$(awk "BEGIN { print $user + $system }")" "$jobs" "$queries" >>"$work/results"
}

# The median of a column of the results of TITLE.
median() {
  awk -F '\t' -v title="$1" -v column="$2" '$1 == title { print $column }' "$work/results" | sort -n |
    awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# The medians of all runs, as a table of a document.
medians() {
  local title
  printf '\n| medians of %d runs | seconds | processor seconds | Spark jobs | SQL executions |\n| --- | --- | --- | --- | --- |\n' "$1"
  cut -f 1 "$work/results" | awk '!seen[$0]++' | while IFS= read -r title; do
    printf '| %s | %.1f | %.1f | %.0f | %.0f |\n' "$title" \
      "$(median "$title" 2)" "$(median "$title" 3)" "$(median "$title" 4)" "$(median "$title" 5)"
  done
}

# small [RUNS] [demo]: demo measures the demonstration as well.
small() {
  local runs="${1:-5}" demo="${2:-}" i
  [[ "$runs" =~ ^[1-9][0-9]*$ ]] || fail "bench small [times] [demo]: '$runs' is no number of times." 64
  [[ -z "$demo" || "$demo" == demo ]] || fail "bench small [times] [demo]: '$demo' is not known." 64
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  # What is built, and archived, once.
  "$ROOT/scripts/assay" --version >/dev/null
  (cd "$ROOT" && EXAMPLE_STORE="$work/first" EXAMPLE_REPORT="$work/report.html" \
    "$ROOT/scripts/assay" run --conf conf/example/unlabelled.conf >"$work/out" 2>&1) ||
    fail "'run' failed: $(tail -n 3 "$work/out")"
  for ((i = 1; i <= runs; i++)); do
    rm -rf "$work/store"
    measure "four stages" run --conf conf/example/unlabelled.conf
    measure "the same again" run --conf conf/example/unlabelled.conf
    measure "gate" gate --conf conf/example/unlabelled.conf
    rm -rf "$work/store"
    measure "seven stages with labels" run --conf conf/example/labelled.conf
    if [[ -n "$demo" ]]; then
      rm -rf "$work/store"
      measure "demonstration" demo --set "store.path=$work/store" --set "report.path=$work/report.html"
    fi
  done
  medians "$runs"
}
