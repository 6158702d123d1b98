package dev.assay.bench;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Seeds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.stores.MaintainAction;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What a store of many nights costs: each night two systems answer the same questions, one answer
 * in ten in other words than ever before, and from the middle on one system is wrong more often.
 */
public final class NightsBench {
  private static final String METRIC = "token_f1.token_f1";
  private static final LocalDate FIRST = LocalDate.of(2026, 11, 1);
  private static final List<String> STAGES =
      List.of("answer", "evaluate", "label", "calibrate", "apply", "analyze");

  private final SparkSession spark = SharedSpark.session();
  private final Path home;
  private final int nights;
  private final int questions;
  private final List<String> stages;

  private NightsBench(Path home, int nights, int questions, List<String> stages) {
    this.home = home;
    this.nights = nights;
    this.questions = questions;
    this.stages = stages;
  }

  /** Arguments: number of nights (20), number of questions (200), stages by commas (six). */
  public static void main(String[] arguments) throws Exception {
    int nights = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int questions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
    NightsBench bench =
        new NightsBench(
            Files.createTempDirectory("assay-bench-"),
            nights,
            questions,
            arguments.length > 2 ? List.of(arguments[2].split(",")) : STAGES);
    SampleBench.print(
        "| night | rows | answers scored | scores copied | commits | files | bytes | seconds | p of"
            + " mine, of other |");
    SampleBench.print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    Size before = new Size(0, 0, 0, 0);
    for (int night = 0; night < nights; night++) {
      before = bench.run(night, before);
    }
    SampleBench.print("");
    bench.maintain(before);
    SampleBench.print("memory %s, load %.1f at the end", SampleBench.peak(), QueriesBench.load());
  }

  /** What a store has on the disk; a line of the table is what a night adds. */
  private record Size(long rows, long commits, long files, long bytes) {}

  private Size run(int night, Size before) throws IOException {
    ConfigLoader.Loaded loaded = loaded(night);
    long[] copied = {0, 0};
    double seconds =
        SampleBench.seconds(
            () -> {
              for (String stage : stages) {
                Counts counts = Commands.run(spark, loaded, stage);
                copied[0] += counts.values().getOrDefault("responses scored", 0L);
                copied[1] += counts.values().getOrDefault("scores copied", 0L);
              }
            });
    Size size = size(loaded);
    SampleBench.print(
        "| %s | %,d | %,d | %,d | %d | %d | %,d | %.1f | %s |",
        loaded.config().run().key(),
        size.rows() - before.rows(),
        copied[0],
        copied[1],
        size.commits() - before.commits(),
        size.files() - before.files(),
        size.bytes() - before.bytes(),
        seconds,
        watched(loaded));
    return size;
  }

  /** What the watch of this night's analysis says of the two systems. */
  private String watched(ConfigLoader.Loaded loaded) {
    Store store = store(loaded);
    List<String> said = new ArrayList<>();
    for (String system : List.of("mine", "other")) {
      List<Row> rows =
          store
              .read(Tables.DRIFT)
              .where(col("subject").equalTo(system + " from day to day"))
              .where(col("metric").equalTo(METRIC))
              .orderBy(col("n_after").desc())
              .limit(1)
              .collectAsList();
      said.add(rows.isEmpty() ? "-" : "%.3g".formatted(rows.get(0).<Double>getAs("p_value")));
    }
    return String.join(", ", said);
  }

  private void maintain(Size before) throws IOException {
    ConfigLoader.Loaded loaded = loaded(nights - 1);
    double seconds =
        SampleBench.seconds(
            () ->
                new MaintainAction()
                    .run(
                        new Session(
                            spark,
                            loaded,
                            new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
                            Set.of(),
                            Map.of(),
                            Map.of("--keep", "0d"),
                            new PrintStream(OutputStream.nullOutputStream()))));
    Size after = size(loaded);
    SampleBench.print(
        "maintain --keep 0d: %d rows, %d files, %,d bytes (before: %d rows, %d files, %,d bytes),"
            + " %.1f s",
        after.rows(),
        after.files(),
        after.bytes(),
        before.rows(),
        before.files(),
        before.bytes(),
        seconds);
  }

  private Size size(ConfigLoader.Loaded loaded) throws IOException {
    Store store = store(loaded);
    long rows = 0;
    long commits = 0;
    for (Table table : Tables.ALL) {
      rows += store.read(table.ofAllNights()).count();
      commits += 1 + store.version(table);
    }
    List<Long> sizes;
    try (Stream<Path> files = Files.walk(home.resolve("store"))) {
      sizes = files.filter(Files::isRegularFile).map(file -> file.toFile().length()).toList();
    }
    return new Size(rows, commits, sizes.size(), sizes.stream().mapToLong(bytes -> bytes).sum());
  }

  private Store store(ConfigLoader.Loaded loaded) {
    return new Store(spark, loaded.config().store(), loaded.config().run().key());
  }

  private ConfigLoader.Loaded loaded(int night) throws IOException {
    String key = FIRST.plusDays(night).toString();
    Path labels = home.resolve("labels-" + key + ".csv");
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("run.key=" + key)
            .set("evaluate.evaluators=[token_f1, groundedness]")
            .set("label.sources=[{path=\"" + labels + "\"}]");
    List<String> judged =
        new ArrayList<>(List.of("id,system,dimension,label,annotator,labelled_at"));
    for (String system : List.of("mine", "other")) {
      Path file = home.resolve(system + "-" + key + ".jsonl");
      Files.write(file, answers(system, night));
      loader = loader.set("systems." + system + "={kind=table,id-column=id,path=\"" + file + "\"}");
    }
    for (int q = night; q < questions; q += nights) {
      judged.add(
          "q%d,mine,correct,%d,ann,%sT00:00:00Z"
              .formatted(q, wrong("mine", night, q) ? 0 : 1, key));
    }
    Files.write(labels, judged);
    return loader.load();
  }

  private boolean wrong(String system, int night, int question) {
    boolean worse = system.equals("mine") && night >= nights / 2;
    // The same questions each night: a system that has not changed says what it said.
    return Seeds.random(3, "wrong", system + question).nextDouble() < (worse ? .5 : .15);
  }

  private List<String> answers(String system, int night) {
    List<String> lines = new ArrayList<>();
    for (int q = 0; q < questions; q++) {
      SplittableRandom random = Seeds.random(3, "words", system + " " + night + " " + q);
      String fee = "$%d a year".formatted(wrong(system, night, q) ? 1000 + q : q);
      String words =
          random.nextDouble() < .1
              ? "As of night %d the fee of account %d is %s.".formatted(night, q, fee)
              : "The fee of account %d is %s.".formatted(q, fee);
      lines.add(
          """
          {"id":"q%d","question":"What is the fee of account %d?","expected_answer":"The fee of account %d is $%d a year.",\
          "contexts":["The fee of account %d is $%d a year. It is due in March."],"answer":"%s"}\
          """
              .formatted(q, q, q, q, q, q, words));
    }
    return lines;
  }
}
