package dev.assay.bench.kills;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankQuestions;
import dev.assay.jobs.Commands;
import dev.assay.jobs.SameTable;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.commons.io.FileUtils;

/**
 * Trials of the stages in turn, half of them on a cluster of two executors, each from the store
 * that the stages before it left, and compared with the store that it leaves when nobody kills it.
 */
public final class Trials implements AutoCloseable {
  private static final int KILLS_IN_TRIAL = 6;
  private static final int SHOWN = 5;

  /** A killed stage that begins anew may have another run's id: see {@link #status}. */
  private static final Set<Table> OF_RUNS =
      Set.of(Tables.RUNS, Tables.RUN_HISTORY, Tables.CONFIGURATIONS, Tables.RUN_CASES);

  private final Path directory;
  private final ScriptedServer server =
      ScriptedServer.start().reply(BankQuestions::wellMeant).latency(60);
  private final Tally tally = new Tally();

  public Trials(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes so many kills, prints what came of them, and returns whether nothing did.
   *
   * @param first number of the first trial
   * @param only stages; none: all
   */
  public boolean kill(int kills, int first, Set<String> only)
      throws IOException, InterruptedException {
    Pipeline pipeline = Pipeline.in(directory, server);
    List<Work> stages =
        undisturbed(pipeline, only).stream()
            .filter(work -> only.isEmpty() || only.contains(work.stage()))
            .toList();
    for (int trial = first; tally.kills() < kills && tally.isClean(); trial++) {
      Work work = stages.get(trial % stages.size());
      boolean cluster = (trial + trial / stages.size()) % 2 == 1;
      System.out.printf(
          "trial %d, %s, %s%n", trial, work.stage(), cluster ? "two executors" : "one process");
      server.forgetful();
      FileUtils.copyDirectory(work.before().toFile(), pipeline.store().toFile());
      long start = System.nanoTime();
      int wanted = Math.min(KILLS_IN_TRIAL, kills - tally.kills());
      List<Hit> hits =
          new Trial(pipeline, work.stage(), cluster).run(Kill.drawn(work, trial, wanted, cluster));
      double seconds = (System.nanoTime() - start) / 1e9;
      // Delta remembers the logs that it has read by their paths.
      Path left = directory.resolve("trial-" + trial);
      Files.move(pipeline.store(), left);
      compare(work, left, hits, seconds);
      for (String name : List.of("events", "spark-local", "home/work")) {
        FileUtils.deleteQuietly(directory.resolve(name).toFile());
      }
      if (tally.isClean()) {
        FileUtils.deleteQuietly(left.toFile());
      }
    }
    tally.print();
    return tally.isClean();
  }

  /** The stages until the last one that is wanted. */
  private List<Work> undisturbed(Pipeline pipeline, Set<String> only) throws IOException {
    ConfigLoader.Loaded loaded = ConfigLoader.defaults().file(pipeline.configuration()).load();
    List<Work> stages = new ArrayList<>();
    Path before = Files.createDirectories(directory.resolve("before"));
    for (String stage : loaded.config().pipeline().stages()) {
      int asked = server.requests();
      long start = System.nanoTime();
      Commands.run(SharedSpark.session(), loaded, stage);
      long millis = (System.nanoTime() - start) / 1_000_000;
      Path after = directory.resolve("after-" + stage);
      FileUtils.copyDirectory(pipeline.store().toFile(), after.toFile());
      stages.add(Work.of(stage, before, after, millis, server.requests() - asked));
      before = after;
      if (!only.isEmpty() && stages.stream().map(Work::stage).toList().containsAll(only)) {
        break;
      }
    }
    FileUtils.deleteDirectory(pipeline.store().toFile());
    System.out.printf(
        "undisturbed: %d stages, %d commits of %d tables, %d calls%n",
        stages.size(),
        stages.stream().mapToInt(work -> work.commits().size()).sum(),
        stages.stream()
            .flatMap(work -> work.commits().stream())
            .map(Work.Commit::table)
            .distinct()
            .count(),
        server.requests());
    return stages;
  }

  private void compare(Work work, Path left, List<Hit> hits, double seconds)
      throws InterruptedException {
    while (server.inFlight() > 0) {
      Thread.sleep(10);
    }
    List<String> wrong = new ArrayList<>();
    long lost = 0;
    long twice = 0;
    for (Table table : work.changed(left)) {
      if (!OF_RUNS.contains(table)) {
        SameTable.Differences found =
            new SameTable(table, true).differences(store(work.after()), store(left));
        lost += found.lost();
        twice += found.twice();
        if (found.lost() + found.added() + found.twice() > 0) {
          wrong.add(
              "%s: %d rows lost, %d added, %d twice"
                  .formatted(table.name(), found.lost(), found.added(), found.twice()));
        }
        wrong.addAll(found.values().subList(0, Math.min(SHOWN, found.values().size())));
      }
    }
    wrong.addAll(new RunRows(work.stage()).differences(store(work.after()), store(left)));
    int again = server.requests() - server.answered();
    int most = Pipeline.IN_FLIGHT * (int) hits.stream().filter(Hit::calling).count();
    if (again > most) {
      wrong.add("%d calls asked again, of at most %d under way".formatted(again, most));
    }
    wrong.forEach(line -> System.out.println("  WRONG " + line));
    System.out.printf(
        "  %d kills, %d calls, %d asked again, %d rows lost, %d twice, %.0f s%n",
        hits.size(), server.answered(), again, lost, twice, seconds);
    tally.add(hits, again, lost, twice, wrong.size());
  }

  private static Store store(Path path) {
    return new Store(
        SharedSpark.session(),
        ConfigLoader.defaults().set("store.path=" + path).load().config().store());
  }

  @Override
  public void close() {
    server.close();
  }
}
