# shellcheck shell=bash
# scripts/bench doctor: what a page of `assay doctor` costs, for tables of growing size.

# table RECORDS: answers of four systems with three scores, a twentieth of the questions labelled.
table() {
  awk -v n="$1" 'BEGIN {
    srand(1)
    print "question,system,answer,judge,relevancy,similarity,human_label"
    for (i = 0; i < n; i++) {
      q = int(i / 4)
      merit = rand() + rand() + rand() - 1.5
      answer = ""
      for (w = int(3 + 57 * rand()); w > 0; w--) answer = answer "word "
      judge = int(3.5 + 2 * merit + rand() - 0.5)
      judge = judge < 1 ? 1 : judge > 5 ? 5 : judge
      printf "\"Question number %d, about the account?\",s%d,\"%s\",%d,%.4f,%.4f,%s\n", q, i % 4, answer, judge, rand(),
        1 / (1 + exp(-3 * merit)), q % 20 == 0 ? (merit > 0 ? "yes" : "no") : ""
    }
  }'
}

# Prints seconds by size, and how many times as long as a table of a tenth of the size each takes.
doctor() {
  local records last="" seconds assay="${ASSAY:-$ROOT/scripts/assay}"
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  "$assay" doctor --help >/dev/null 2>&1 || true # builds what is not built yet
  TIMEFORMAT='%R %U'
  for records in "$@"; do
    table "$records" >"$work/table.csv"
    seconds="$({ time "$assay" doctor "$work/table.csv" >"$work/page"; } 2>&1)" || fail "$(tail -n 3 "$work/page")"
    printf '%9d answers: %6.1f s, %6.1f s of processor time%s, %d lines\n' "$records" ${seconds} \
      "$([[ -z "$last" ]] || awk -v a="${seconds#* }" -v b="$last" 'BEGIN { printf ", %.1f times the size before", a / b }')" \
      "$(wc -l <"$work/page")"
    last="${seconds#* }"
  done
}
