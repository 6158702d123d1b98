# shellcheck shell=bash
# What the commands in scripts/ share: the JDK and how it is started for stages, Maven, and a build that is up to date.

fail() {
  printf 'assay: %s\n' "$1" >&2
  exit "${2:-1}"
}

# Sets JAVA to a Java 17, from JAVA_HOME or the PATH.
find_java() {
  if [[ -n "${JAVA_HOME:-}" ]]; then
    JAVA="$JAVA_HOME/bin/java"
    [[ -x "$JAVA" ]] || fail "JAVA_HOME is '$JAVA_HOME', which has no bin/java. Set it to a JDK 17, or unset it."
  else
    JAVA="$(command -v java)" || fail "no java found. Install a JDK 17 (Debian: apt-get install openjdk-17-jdk-headless) or set JAVA_HOME."
  fi
  local version
  version="$("$JAVA" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')"
  [[ "$version" == 17 ]] || fail "'$JAVA' is Java ${version:-of unknown version}. Assay runs on JDK 17 (Spark 3.5): set JAVA_HOME to one."
}

need_maven() {
  command -v mvn >/dev/null || fail "no mvn found. Install Maven 3.8 or newer (Debian: apt-get install maven)."
  [[ -x "${JAVA%/*}/javac" ]] || command -v javac >/dev/null ||
    fail "'$JAVA' is a runtime without a compiler. Install a JDK 17 (Debian: openjdk-17-jdk-headless)."
}

# Sets SPARK_HOME to a Spark 3.5.4 from the package index, in dist/pyspark.
need_pyspark() {
  local python="$ROOT/dist/pyspark/bin/python"
  if ! "$python" -c "import pyspark; assert pyspark.__version__ == '3.5.4'" 2>/dev/null; then
    printf 'installing pyspark 3.5.4 …\n' >&2
    python3 -m venv "$ROOT/dist/pyspark"
    "$python" -m pip install -q pyspark==3.5.4
  fi
  SPARK_HOME="$("$python" -c 'import pyspark; print(pyspark.__path__[0])')"
  export SPARK_HOME SPARK_LOCAL_IP=127.0.0.1
}

# True if the distribution lacks something or a source is newer.
is_stale() {
  local file
  for file in "$ROOT/dist/assay.jar" "$ROOT/dist/spark.classpath" "$ROOT/dist/lib"; do
    [[ -e "$file" ]] || return 0
  done
  # The jars of the Maven repository may have been cleaned away since.
  IFS=: read -r file _ <"$ROOT/dist/spark.classpath"
  [[ -e "$file" ]] || return 0
  [[ -n "$(find "$ROOT/pom.xml" "$ROOT"/*/pom.xml "$ROOT"/*/src/main "$ROOT/conf" "$ROOT/dashboards" \
    -newer "$ROOT/dist/assay.jar" -type f -print -quit 2>/dev/null)" ]]
}

code_version() {
  local commit
  if commit="$(git -C "$ROOT" rev-parse --short=12 HEAD 2>/dev/null)"; then
    git -C "$ROOT" diff --quiet HEAD -- pom.xml common udfs jobs conf 2>/dev/null || commit="$commit-dirty"
    printf '0.1.0+%s' "$commit"
  else
    printf '0.1.0'
  fi
}

# Builds dist/ where it is missing or older than the sources. Two commands at once build once.
build() {
  if [[ -e "$ROOT/dist/RELEASE" ]]; then
    return 0 # What scripts/release has built has no sources.
  fi
  is_stale || return 0
  need_maven
  mkdir -p "$ROOT/dist"
  (
    if command -v flock >/dev/null; then
      flock 9
      is_stale || exit 0
    fi
    local log="$ROOT/dist/build.log" from=$SECONDS
    printf 'assay: building (the first time, Maven downloads libraries for some minutes) …\n' >&2
    # Built for GPUs once, built for them again: a touched file must not take them away.
    local profile=()
    if [[ -e "$ROOT/dist/gpu" ]] || compgen -G "$ROOT/dist/lib/onnxruntime_gpu-*.jar" >/dev/null; then
      profile=(-Pgpu)
      touch "$ROOT/dist/gpu" # Kept where this build fails.
    fi
    rm -rf "$ROOT/dist/lib"
    if ! (cd "$ROOT" && mvn -B -ntp ${profile[@]+"${profile[@]}"} -Dmaven.test.skip=true -Dassay.version="$(code_version)" package) \
      >"$log" 2>&1 </dev/null; then
      grep -m 12 -E '^\[ERROR\]' "$log" >&2 || tail -n 12 "$log" >&2
      rm -f "$ROOT/dist/assay.jar"
      fail "the build failed; all of its output is in $log"
    fi
    touch "$ROOT/dist/assay.jar"
    printf 'assay: built in %d s\n' $((SECONDS - from)) >&2
  ) 9>"$ROOT/dist/.lock"
}

# for_short_runs HEAP [options that are given anyway]: puts the JVM's options into quick, and into rare those that stand
# beside them where its best compiler is at work.
# On few cores with the usual heap one core collects garbage as well as two, and a heap that starts at its size is not
# collected to grow. Most of Spark's code runs a few times in a small run: the JVM's best compiler waits until code has
# run ten times as often as usual, which a large run does in its first minute.
# What reads queries and compiles them (Janino, ASM, ANTLR) was a quarter of all that it compiled in a minute of report:
# there both compilers wait ten times longer still.
for_short_runs() {
  quick=(-XX:MetaspaceSize=512m -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000
    -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000)
  local package
  rare=(-XX:CompileCommand=quiet)
  for package in org.codehaus.janino org.apache.xbean.asm9 org.antlr.v4.runtime; do
    rare+=("-XX:CompileCommand=CompileThresholdScaling,$package.*::*,10.0")
  done
  if (($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 8) <= 4)) &&
    [[ "$1" =~ ^[1-3]g$ && ! "${2:-}" =~ -XX:\+Use[A-Za-z0-9]*GC|-Xm[sx]|HeapSize ]]; then
    quick+=(-XX:+UseSerialGC "-XX:InitialHeapSize=$1")
  fi
}
