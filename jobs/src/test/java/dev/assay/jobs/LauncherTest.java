package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scripts/assay gives to spark-submit: by a spark-submit that prints its words. */
class LauncherTest {
  private static final List<String> OF_SPARK =
      List.of(
          "MASTER",
          "DEPLOY_MODE",
          "SPARK_CONF_DIR",
          "SPARK_ENV_LOADED",
          "SPARK_DRIVER_MEMORY",
          "SPARK_EXECUTOR_MEMORY",
          "SPARK_SUBMIT_OPTS",
          "SPARK_DIST_CLASSPATH",
          "HADOOP_CONF_DIR",
          "YARN_CONF_DIR");

  @TempDir Path home;
  private Path spark;

  @BeforeEach
  void copies() throws IOException {
    Path root = Path.of(System.getProperty("assay.root"));
    for (String file : List.of("scripts/assay", "scripts/lib/build.sh", "conf/java17.properties")) {
      Path copy = home.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(root.resolve(file), copy);
    }
    Files.createDirectories(home.resolve("jobs/src/main"));
    write("pom.xml", "");
    write("jobs/pom.xml", "");
    write("dist/lib/one.jar", "");
    write("dist/spark.classpath", home.resolve("pom.xml").toString());
    write("dist/assay.jar", "");
    spark = home.resolve("spark");
    write("spark/jars/spark-core_2.12-3.5.4.jar", "");
    Path submit = write("spark/bin/spark-submit", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(submit.toFile().setExecutable(true)).isTrue();
  }

  private Path write(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private List<String> words(Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    List<String> more = new ArrayList<>();
    if (options.length > 0) {
      more.add("--");
      more.addAll(Arrays.asList(options));
    }
    return printed(environment, more);
  }

  private List<String> printed(Map<String, String> environment, List<String> more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("bash", home.resolve("scripts/assay").toString(), "run", "--conf", "my.conf"));
    command.addAll(more);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(OF_SPARK);
    builder.environment().put("SPARK_HOME", spark.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.directory(home.toFile()).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed.lines().toList();
  }

  /** What stands behind an option; nothing where it is not given. */
  private static List<String> values(List<String> words, String option) {
    return Stream.iterate(0, i -> i < words.size() - 1, i -> i + 1)
        .filter(i -> words.get(i).equals(option))
        .map(i -> words.get(i + 1))
        .toList();
  }

  @Test
  void addsALocalMasterAndMemoryWhereNothingIsSaid() throws Exception {
    List<String> words = words(Map.of());
    assertThat(values(words, "--master")).containsExactly("local[*]");
    assertThat(values(words, "--driver-memory")).containsExactly("2g");
    assertThat(words)
        .endsWith(home.resolve("dist/assay.jar").toString(), "run", "--conf", "my.conf");
  }

  @Test
  void givesNothingAgainThatAFileOfPropertiesSays() throws Exception {
    Path file =
        write(
            "night.properties",
            """
            # spark.master local[1]
            spark.master = spark://host:7077
            spark.driver.memory 5g
            spark.jars=/opt/own.jar
            spark.driver.extraJavaOptions  -Dmine=1 -Dlog4j2.configurationFile=mine.xml
            """);
    List<String> words = words(Map.of(), "--properties-file", file.toString());
    assertThat(values(words, "--master")).isEmpty();
    assertThat(values(words, "--driver-memory")).isEmpty();
    assertThat(values(words, "--jars"))
        .containsExactly(home.resolve("dist/lib/one.jar") + ",/opt/own.jar");
    assertThat(values(words, "--driver-java-options"))
        .containsExactly("-Dmine=1 -Dlog4j2.configurationFile=mine.xml");
  }

  @Test
  void givesNothingAgainThatSparksDefaultsSayUnlessAFileReplacesThem() throws Exception {
    write("spark/conf/spark-defaults.conf", "spark.master yarn\nspark.driver.memory\t3g\n");
    List<String> words = words(Map.of());
    assertThat(values(words, "--master")).isEmpty();
    assertThat(values(words, "--driver-memory")).isEmpty();
    assertThat(values(words, "--jars")).hasSize(1);
    Path empty = write("empty.properties", "");
    assertThat(values(words(Map.of(), "--properties-file", empty.toString()), "--master"))
        .containsExactly("local[*]");
  }

  /** Executors have them on their class path; a main class of no jar is spark-internal to Spark. */
  @Test
  void shipsNoJarThatWorkersHave() throws Exception {
    Map<String, String> there = Map.of("ASSAY_PREINSTALLED", "/opt/assay", "MASTER", "yarn");
    List<String> words = words(there, "--conf", "spark.executor.extraClassPath=/opt/own.jar");
    assertThat(values(words, "--jars")).isEmpty();
    assertThat(values(words, "--conf"))
        .contains(
            "spark.executor.extraClassPath=/opt/assay/dist/assay.jar:/opt/assay/dist/lib/*:/opt/own.jar");
    assertThat(values(words, "--driver-class-path"))
        .containsExactly(home.resolve("dist/assay.jar") + ":" + home.resolve("dist/lib/*"));
    assertThat(words).endsWith("spark-internal", "run", "--conf", "my.conf");
    assertThat(values(words(Map.of("ASSAY_PREINSTALLED", "/opt/assay")), "--driver-class-path"))
        .as("local mode has one JVM")
        .containsExactly(home.resolve("dist/lib/*").toString());
  }

  @Test
  void leavesWhatTheEnvironmentSays() throws Exception {
    List<String> words = words(Map.of("MASTER", "yarn", "SPARK_DRIVER_MEMORY", "7g"));
    assertThat(values(words, "--master")).isEmpty();
    assertThat(values(words, "--driver-memory")).isEmpty();
  }

  /** Spark's scripts read it, too late for what an option has said by then. */
  @Test
  void leavesWhatSparksEnvironmentFileSays() throws Exception {
    write(
        "spark/conf/spark-env.sh",
        """
        unset ROOT
        memory=1g
        MASTER=spark://host:7077
        DEPLOY_MODE=cluster
        SPARK_DRIVER_MEMORY="$(echo 7g)"
        false
        """);
    List<String> words = words(Map.of());
    assertThat(values(words, "--master")).isEmpty();
    assertThat(values(words, "--driver-memory")).isEmpty();
    assertThat(values(words, "--driver-java-options"))
        .singleElement()
        .asString()
        .contains("--add-opens=java.base/java.nio=ALL-UNNAMED");
    assertThat(values(words(Map.of("SPARK_ENV_LOADED", "1")), "--master"))
        .as("read already")
        .containsExactly("local[*]");
  }

  /** A JVM with two collectors does not start. */
  @Test
  void addsNoCollectorBesideOneThatTheEnvironmentNames() throws Exception {
    List<String> words =
        words(Map.of("SPARK_SUBMIT_OPTS", "-XX:+UseParallelGC", "ASSAY_DRIVER_MEMORY", "2g"));
    assertThat(values(words, "--driver-java-options").get(0)).doesNotContain("GC");
  }

  @Test
  void whereLittleIsToReadTheQuickCompilerServes() throws Exception {
    write("data/part.jsonl", "{}\n".repeat(1000));
    write("base.conf", "# s3a://bucket is no source here\nstore.path = \"store\"\n");
    write("my.conf", "include \"base.conf\"\nsystems.a { path = \"data/*.jsonl\" }\n");
    assertThat(compiler(words(Map.of()))).isTrue();
    write("my.conf", "include \"base.conf\"\nsystems.a { path = \"s3a://bucket/*.jsonl\" }\n");
    assertThat(compiler(words(Map.of()))).as("elsewhere").isFalse();
    write("my.conf", "include \"base.conf\"\nsystems.a { path = data }\n");
    write("base.conf", "store.path = \"./store\"\n");
    write("store/scores/part.parquet", "x".repeat(4_000_000));
    assertThat(compiler(words(Map.of()))).as("a store that has grown").isFalse();
    write("my.conf", "");
    assertThat(compiler(words(Map.of()))).as("nothing that is known").isFalse();
  }

  /** With options that the JVM takes without a word: what commands print is read by programs. */
  @Test
  void whatReadsAndCompilesQueriesIsCompiledLaterWhereTheBestCompilerIs() throws Exception {
    String late = "-XX:CompileCommand=CompileThresholdScaling,org.codehaus.janino.*::*,10.0";
    write("data/part.jsonl", "{}\n");
    write("my.conf", "store.path = \"store\"\nsystems.a { path = \"data/*.jsonl\" }\n");
    assertThat(options()).contains("-XX:TieredStopAtLevel=1").doesNotContain(late);
    write("my.conf", "");
    List<String> options = options();
    assertThat(options).contains(late);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    options.stream().filter(option -> option.startsWith("-XX:")).forEach(command::add);
    command.add("-version");
    Process started =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(started.waitFor()).isZero();
  }

  private List<String> options() throws Exception {
    return List.of(values(words(Map.of()), "--driver-java-options").get(0).split(" "));
  }

  private static boolean compiler(List<String> words) {
    return values(words, "--driver-java-options").get(0).contains("-XX:TieredStopAtLevel=1");
  }

  /** By a java that prints its words: a dry run starts no spark-submit. */
  @Test
  void aDryRunHearsWhatSparkWouldBeGiven() throws Exception {
    write("spark/conf/spark-defaults.conf", "spark.task.resource.gpu.amount 0.25\n");
    Map<String, String> fake = Map.of("JAVA_HOME", jdk().toString());
    assertThat(dryRun(fake))
        .contains("-Dspark.driver.memory=2g", "-Dspark.task.resource.gpu.amount=0.25")
        .noneMatch(word -> word.startsWith("-Dspark.master"));
    assertThat(
            dryRun(
                fake,
                "--master",
                "local[2]",
                "--driver-memory=1g",
                "--conf",
                "spark.executor.memory=3g"))
        .contains("-Dspark.master=local[2]", "-Dspark.driver.memory=1g")
        .contains("-Dspark.executor.memory=3g");
    assertThat(dryRun(with(fake, "SPARK_EXECUTOR_MEMORY", "5g")))
        .contains("-Dspark.executor.memory=5g");
  }

  /** A Spark without Hadoop has its classes from the environment, in a dry run as well. */
  @Test
  void whatStartsNoSparkHasHadoopFromTheEnvironmentToo() throws Exception {
    Map<String, String> fake = Map.of("JAVA_HOME", jdk().toString());
    write("spark/conf/spark-env.sh", "SPARK_DIST_CLASSPATH=/opt/hadoop/share/*\n");
    assertThat(values(dryRun(with(fake, "HADOOP_CONF_DIR", "/etc/hadoop")), "-cp"))
        .singleElement()
        .asString()
        .endsWith(":" + spark + "/jars/*:/etc/hadoop:/opt/hadoop/share/*");
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> more = new HashMap<>(map);
    more.put(name, value);
    return more;
  }

  private Path jdk() throws IOException {
    Path java =
        write(
            "jdk/bin/java",
            "#!/bin/sh\ncase \"$*\" in *showSettings*) echo 'java.specification.version = 17' ;;"
                + " *) printf '%s\\n' \"$@\" ;; esac\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home.resolve("jdk");
  }

  private List<String> dryRun(Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("--dry-run", "--"));
    words.addAll(Arrays.asList(options));
    return printed(environment, words);
  }

  /** By a Maven that prints its words and builds nothing. */
  @Test
  void whatWasBuiltForGpusIsBuiltForThemAgain() throws Exception {
    Path maven = write("maven/mvn", "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    Path javac = write("maven/javac", "#!/bin/sh\n");
    assertThat(javac.toFile().setExecutable(true)).isTrue();
    Map<String, String> fake = Map.of("PATH", home.resolve("maven") + ":" + System.getenv("PATH"));
    write("conf/touched.conf", "");
    words(fake);
    assertThat(home.resolve("dist/build.log")).content().contains("package").doesNotContain("gpu");
    write("dist/assay.jar", "");
    write("dist/lib/onnxruntime_gpu-1.20.0.jar", "");
    Path again = write("conf/again.conf", "");
    assertThat(again.toFile().setLastModified(System.currentTimeMillis() + 5_000)).isTrue();
    words(fake);
    assertThat(home.resolve("dist/build.log")).content().contains("package", "-Pgpu");
  }

  @Test
  void anOptionIsStrongerThanTheFile() throws Exception {
    Path file = write("night.properties", "spark.master yarn\nspark.driver.memory 5g\n");
    List<String> words =
        words(Map.of(), "--properties-file", file.toString(), "--conf=spark.master=local[2]");
    assertThat(values(words, "--master")).isEmpty();
    assertThat(values(words, "--driver-class-path"))
        .containsExactly(home.resolve("dist/lib") + "/*");
    assertThat(values(words, "--jars")).isEmpty();
  }

  @Test
  void aDriverInsideTheClusterGetsWhatJava17NeedsAndNoFileOfThisMachine() throws Exception {
    List<String> words =
        words(Map.of(), "--master", "spark://host:7077", "--deploy-mode", "cluster");
    assertThat(values(words, "--driver-java-options"))
        .singleElement()
        .asString()
        .contains("--add-opens=java.base/java.nio=ALL-UNNAMED", "useDirectMethodHandle=false")
        .doesNotContain(home.toString());
    assertThat(values(words(Map.of()), "--driver-java-options"))
        .singleElement()
        .asString()
        .contains("log4j2.configurationFile")
        .doesNotContain("--add-opens");
  }

  @Test
  void aFileOfPropertiesThatIsNotThereIsTold() throws Exception {
    assertThat(words(Map.of(), "--properties-file", "no.properties"))
        .containsExactly("assay: --properties-file is 'no.properties', which cannot be read.");
  }

  /** As scripts/release leaves it: no sources, no Spark of Maven's. */
  @Test
  void anArchiveNeedsASparkAndNothingElse() throws Exception {
    for (String gone :
        List.of("pom.xml", "jobs/pom.xml", "jobs/src/main", "dist/spark.classpath")) {
      Files.delete(home.resolve(gone));
    }
    write("dist/RELEASE", "1");
    write("conf/newer.conf", "");
    assertThat(words(Map.of()))
        .endsWith(home.resolve("dist/assay.jar").toString(), "run", "--conf", "my.conf");
    assertThat(words(Map.of("SPARK_HOME", "", "PATH", "/usr/bin:/bin")))
        .singleElement()
        .asString()
        .contains("there is no Spark here", "pyspark==3.5.4");
  }

  /** Maven's tests, Spark's driver and the file for users need the same. */
  @Test
  void theFileForJava17IsWhatTheTestsRunWith() throws IOException {
    Path root = Path.of(System.getProperty("assay.root"));
    String pom = Files.readString(root.resolve("pom.xml"));
    String tests =
        pom.substring(
                pom.indexOf("<spark.jvm.options>") + "<spark.jvm.options>".length(),
                pom.indexOf("</spark.jvm.options>"))
            .replaceAll("\\s+", " ");
    assertThat(Files.readString(root.resolve("conf/java17.properties")))
        .contains("\nspark.driver.extraJavaOptions " + tests + "\n");
  }
}
