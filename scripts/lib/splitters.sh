# shellcheck shell=bash
# For bench: the same texts and evaluators with two sentence splitters. The older one is compiled from the history and stands before today's on the class path.

# splitters DIRECTORY [COMMIT]: needs ROOT, JAVA, java_options, classes and main.
splitters() {
  local data="${1:?bench splitters needs the directory of the data sets}" commit="${2:-c5bf3a80}"
  local work="$ROOT/dist/splitters" text=dev/assay/text file
  rm -rf "$work"
  mkdir -p "$work/source" "$work/classes/$text"
  for file in Blocks FullStops SentenceEnds Sentences; do
    git -C "$ROOT" show "$commit:common/src/main/java/$text/$file.java" >"$work/source/$file.java"
  done
  git -C "$ROOT" show "$commit:common/src/main/resources/$text/abbreviations.txt" >"$work/classes/$text/abbreviations.txt"
  "${JAVA}c" -proc:none -nowarn -encoding UTF-8 -d "$work/classes" -cp "$classes" "$work/source"/*.java
  "$JAVA" "${java_options[@]}" -cp "$work/classes:$classes" "$main" scores "$data" "$work/before.tsv"
  "$JAVA" "${java_options[@]}" -cp "$classes" "$main" scores "$data" "$work/today.tsv"
  "$JAVA" "${java_options[@]}" -cp "$classes" "$main" compare "$data" "$work/before.tsv" "$work/today.tsv"
}
