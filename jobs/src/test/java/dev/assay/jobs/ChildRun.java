package dev.assay.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command in a JVM of its own, so that it can be killed. */
public final class ChildRun {
  private static final Pattern PROGRESS = Pattern.compile("^\\S+: ([\\d,]+) of ([\\d,]+) rows");
  private static final long LIMIT_SECONDS = 900;

  /**
   * A run that ends after a minute spends a third of its processor time on compiling for hours to
   * come, a tenth on verifying classes of jars that another JVM has just read, and some on
   * collecting what would be gone by itself in a larger young generation.
   */
  static final List<String> SHORT_LIVED =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:ReservedCodeCacheSize=256m",
          "-XX:+UseSerialGC",
          "-Xmn384m",
          "-XX:MetaspaceSize=256m",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  private final Process process;
  private final Path archive;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  private ChildRun(Process process, Path archive) {
    this.process = process;
    this.archive = archive;
    this.reader = new Thread(this::read, "child output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts {@code assay words…} on {@code master} in {@code directory}. */
  public static ChildRun start(Path directory, String master, int partitions, List<String> words) {
    return start(directory, master, partitions, List.of(), words);
  }

  /** The same with further settings of Spark, as {@code name=value}. */
  public static ChildRun start(
      Path directory, String master, int partitions, List<String> spark, List<String> words) {
    return start(directory, master, partitions, spark, Main.class, words);
  }

  /** Another program. */
  static ChildRun start(
      Path directory,
      String master,
      int partitions,
      List<String> spark,
      Class<?> program,
      List<String> words) {
    return start(directory, master, partitions, spark, Map.of(), program, words);
  }

  /** The same with more in its environment. */
  static ChildRun start(
      Path directory,
      String master,
      int partitions,
      List<String> spark,
      Map<String, String> environment,
      Class<?> program,
      List<String> words) {
    Path archive = ChildClasses.fresh();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx2g");
    command.addAll(options());
    command.addAll(ChildClasses.sharedOrArchiving(archive));
    spark.forEach(setting -> command.add("-D" + setting));
    command.add("-Djdk.reflect.useDirectMethodHandle=false");
    command.add("-Dspark.master=" + master);
    command.add("-Dspark.sql.shuffle.partitions=" + partitions);
    command.add("-Dspark.default.parallelism=" + partitions);
    command.add("-Dspark.driver.bindAddress=127.0.0.1");
    command.add("-Dspark.driver.host=127.0.0.1");
    command.add("-Dspark.local.dir=" + directory.resolve("spark-local"));
    command.add("-Dspark.sql.warehouse.dir=" + directory.resolve("warehouse").toUri());
    command.add("-cp");
    command.add(ChildClasses.path());
    command.add(program.getName());
    command.addAll(words);
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("ASSAY_LAUNCHER", "1");
      // A cluster in one process tree starts its executors from a Spark home; the class path is
      // ours.
      builder
          .environment()
          .put(
              "SPARK_HOME",
              Files.createDirectories(directory.resolve("home/jars")).getParent().toString());
      builder.environment().put("SPARK_SCALA_VERSION", "2.12");
      builder.environment().putAll(environment);
      return new ChildRun(builder.directory(directory.toFile()).start(), archive);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Settings of a cluster in one process tree: two executors with the classes of this JVM. */
  public static List<String> executors(String... further) {
    return Stream.concat(
            Stream.of(
                "spark.executor.extraClassPath=" + ChildClasses.path(),
                "spark.executor.extraJavaOptions="
                    + Stream.concat(options().stream(), ChildClasses.shared().stream())
                        .collect(Collectors.joining(" ")),
                "spark.executor.memory=1g",
                // Delta's default of 50 tasks for each look at a table would be most of a test.
                "spark.databricks.delta.snapshotPartitions=1"),
            Stream.of(further))
        .toList();
  }

  /** For a shell: the words that start a JVM with the classes of this one, up to its program. */
  static String java(String memory) {
    return Stream.of(
            Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), memory),
            options().stream(),
            ChildClasses.shared().stream(),
            Stream.of("-cp", ChildClasses.path()))
        .flatMap(words -> words)
        .map(word -> "'" + word + "'")
        .collect(Collectors.joining(" "));
  }

  /**
   * The {@code --add-opens} options of this JVM, which Spark needs in every other one, and those of
   * a JVM that lives shortly.
   */
  private static List<String> options() {
    Stream<String> opened =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--add-opens"));
    return Stream.concat(opened, SHORT_LIVED.stream()).toList();
  }

  /**
   * Kills one executor of a cluster that this command started, and returns whether one was there:
   * executors are its only children.
   */
  public boolean killExecutor() {
    return killExecutor(child -> true);
  }

  /**
   * The same with executor {@code id}: each works in a directory that is named by its id. Any where
   * processes do not show their directories.
   */
  boolean killExecutor(String id) {
    return killExecutor(child -> directory(child).map(id::equals).orElse(true));
  }

  private boolean killExecutor(Predicate<ProcessHandle> wanted) {
    return process
        .children()
        .filter(ProcessHandle::isAlive)
        .filter(wanted)
        .findFirst()
        .map(ProcessHandle::destroyForcibly)
        .orElse(false);
  }

  private static Optional<String> directory(ProcessHandle child) {
    try {
      Path link = Path.of("/proc", Long.toString(child.pid()), "cwd");
      return Optional.of(Files.readSymbolicLink(link).getFileName().toString());
    } catch (IOException notLinux) {
      return Optional.empty();
    }
  }

  /** Waits for the end and returns the exit code. */
  public int join() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("Not done after " + LIMIT_SECONDS + " s:\n" + output());
    }
    reader.join(TimeUnit.SECONDS.toMillis(10));
    ChildClasses.keep(archive);
    return process.exitValue();
  }

  /**
   * Kills it with SIGKILL as soon as {@code label} reports at least {@code share} of its rows done.
   */
  void killAt(String label, double share) throws InterruptedException {
    await(line -> share(label, line) >= share);
    process.destroyForcibly();
    process.waitFor();
  }

  /** Kills it with SIGKILL as soon as {@code come} says so. */
  void killWhen(BooleanSupplier come) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!come.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new AssertionError("Ended, or never came that far:\n" + output());
      }
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    kill();
  }

  /** Kills it with SIGKILL. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Asks it to end, by SIGTERM. */
  void terminate() {
    process.toHandle().destroy(); // the output stays open
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until a line of output matches. */
  void await(Predicate<String> wanted) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    int seen = 0;
    while (System.nanoTime() < end) {
      for (; seen < lines.size(); seen++) {
        if (wanted.test(lines.get(seen))) {
          return;
        }
      }
      if (!process.isAlive() && seen == lines.size()) {
        throw new AssertionError("Ended before it was to be killed:\n" + output());
      }
      process.waitFor(50, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("Never came that far:\n" + output());
  }

  /** What it printed so far. */
  public String output() {
    return String.join("\n", lines);
  }

  private static double share(String label, String line) {
    Matcher matcher = PROGRESS.matcher(line);
    if (!line.startsWith(label + ":") || !matcher.find()) {
      return 0;
    }
    return number(matcher.group(1)) / number(matcher.group(2));
  }

  private static double number(String grouped) {
    return Double.parseDouble(grouped.replace(",", ""));
  }

  private void read() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = output.readLine()) != null) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("output ended: " + e);
    }
  }
}
