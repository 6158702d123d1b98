package dev.assay.bench.kills;

import dev.assay.jobs.ChildRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A stage by a command that is killed and given again until it ends. */
final class Trial {
  private static final Pattern DESCRIPTION =
      Pattern.compile("\"spark\\.job\\.description\":\"(?:Delta: )?[^\":]+: ([^\"\\\\:]*)");
  private static final long STILL_CALLING_MILLIS = 1000;

  private final Pipeline pipeline;
  private final String stage;
  private final boolean cluster;
  private final List<Hit> hits = new ArrayList<>();
  private Path events;
  private ChildRun run;
  private long entries;
  private int commands;

  Trial(Pipeline pipeline, String stage, boolean cluster) {
    this.pipeline = pipeline;
    this.stage = stage;
    this.cluster = cluster;
  }

  /** Makes the kills that the command lives to see, lets it end, and returns them. */
  List<Hit> run(List<Kill> kills) throws IOException, InterruptedException {
    start();
    for (Kill kill : kills) {
      boolean made = kill.commit().isPresent() ? atCommit(kill) : atTime(kill);
      if (!made) {
        break;
      }
      if (!run.isAlive()) {
        start();
      }
    }
    Files.deleteIfExists(pipeline.commit());
    int code = run.join();
    if (code != 0) {
      throw new IllegalStateException(
          "%s ended with %d after %s:%n%s".formatted(stage, code, hits, run.output()));
    }
    return List.copyOf(hits);
  }

  private void start() throws IOException {
    Files.deleteIfExists(pipeline.commit());
    events = pipeline.directory().resolve("events/" + commands++);
    entries = runEntries();
    run = pipeline.start(stage, cluster, events);
  }

  /** What changes when a stage begins: it puts a row into {@code runs}. */
  private long runEntries() throws IOException {
    Path log = pipeline.store().resolve("runs/_delta_log");
    if (!Files.isDirectory(log)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(file -> file.toString().endsWith(".json")).count();
    }
  }

  private boolean atCommit(Kill kill) throws IOException, InterruptedException {
    Work.Commit commit = kill.commit().orElseThrow();
    Path asked = pipeline.directory().resolve("commit.new");
    Files.writeString(asked, commit.table() + " " + commit.version() + " " + kill.when());
    Files.move(asked, pipeline.commit(), StandardCopyOption.ATOMIC_MOVE);
    int underWay = 0;
    while (run.isAlive()) {
      underWay = pipeline.server().inFlight();
      Thread.sleep(2);
    }
    run.join();
    Optional<String> halted =
        run.output()
            .lines()
            .filter(line -> line.startsWith(HaltingLogStore.HALTED))
            .map(line -> line.substring(HaltingLogStore.HALTED.length()))
            .findFirst();
    if (halted.isPresent()) {
      add(kill.victim(), halted.get(), underWay);
    }
    return halted.isPresent();
  }

  private boolean atTime(Kill kill) throws IOException, InterruptedException {
    while (run.isAlive() && runEntries() == entries) {
      Thread.sleep(5);
    }
    long end = System.currentTimeMillis() + kill.millis();
    while (run.isAlive()
        && (kill.calls() > 0
            ? pipeline.server().answered() < kill.calls()
            : System.currentTimeMillis() < end)) {
      Thread.sleep(2);
    }
    if (!run.isAlive()) {
      return false;
    }
    int underWay = pipeline.server().inFlight();
    boolean lost = kill.victim() != Kill.Victim.DRIVER && run.killExecutor();
    if (kill.victim() != Kill.Victim.EXECUTOR) {
      run.kill();
      add(lost ? Kill.Victim.BOTH : Kill.Victim.DRIVER, "", underWay);
    } else if (lost) {
      add(Kill.Victim.EXECUTOR, "", underWay);
    }
    return true;
  }

  private void add(Kill.Victim victim, String commit, int underWay) {
    boolean calling = underWay > 0 || pipeline.server().sinceLast() < STILL_CALLING_MILLIS;
    Hit hit = new Hit(victim, stage, lastStep(), commit, underWay, calling);
    hits.add(hit);
    System.out.println("  " + hit.line());
  }

  /** The step of the last job that began. */
  private String lastStep() {
    String step = "";
    try (Stream<Path> logs = Files.list(events)) {
      for (Path log : logs.toList()) {
        for (String line : Files.readAllLines(log)) {
          Matcher description = DESCRIPTION.matcher(line);
          if (line.startsWith("{\"Event\":\"SparkListenerJobStart\"") && description.find()) {
            step = description.group(1);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return step;
  }
}
