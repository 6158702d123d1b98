# shellcheck shell=bash
# archived MAIN ARGUMENTS…: puts jars in the place of the folders in $classes, and into $shared the option by which the JVM takes its classes from an
# archive, as scripts/assay has it by default: what a stage does in its first seconds is mostly loading them. The archive, made anew when a class has
# changed, holds what MAIN loads with ARGUMENTS, which should be little work.
archived() {
  local main="$1" home="$ROOT/jobs/target/archived" entry jar made old="" paths=() n=0
  shift
  mkdir -p "$home"
  local entries=()
  IFS=: read -r -a entries <<<"$classes"
  for entry in "${entries[@]}"; do
    if [[ -d "$entry" ]]; then
      jar="$home/$((n++)).jar"
      if [[ ! -e "$jar" || -n "$(find "$entry" -newer "$jar" -print -quit)" ]]; then
        "${JAVA%java}jar" --create --no-compress --file "$jar" -C "$entry" .
        old=yes
      fi
      entry="$jar"
    fi
    paths+=("$entry")
  done
  classes="$(IFS=:; printf '%s' "${paths[*]}")"
  made="$JAVA ${java_options[*]} $classes $main"
  if [[ -n "$old" || ! -s "$home/classes.jsa" || "$(cat "$home/classes.path" 2>/dev/null)" != "$made" ]]; then
    printf 'bench: archiving classes (once for a build) …\n' >&2
    rm -f "$home/classes.jsa"
    "$JAVA" "${java_options[@]}" "-XX:ArchiveClassesAtExit=$home/classes.jsa" -cp "$classes" "$main" "$@" >"$home/log" 2>&1 </dev/null ||
      fail "the classes cannot be archived; $home/log says why"
    printf '%s' "$made" >"$home/classes.path"
  fi
  shared=("-XX:SharedArchiveFile=$home/classes.jsa" '-Xlog:cds*=off' '-Xlog:dynamic*=off')
}
