package dev.assay.bench;

import static dev.assay.bench.SampleBench.print;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import dev.assay.jobs.estimate.CostModel;
import dev.assay.jobs.estimate.UnitCosts;
import dev.assay.jobs.estimate.Workload;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Unit costs by difference: small real stages at two sizes, after the smaller one was run once
 * unmeasured. Beside each stands what the carried unit costs say, so that the same command checks
 * them.
 */
public final class UnitsBench {
  /** All that ask no model. */
  private static final List<String> ALL =
      Evaluators.all().stream()
          .filter(one -> one.spec().models().isEmpty())
          .map(one -> one.spec().id())
          .toList();

  private static final List<String> TWO = List.of("text_statistics", "looping");

  private static final Map<String, List<Long>> USUAL = new LinkedHashMap<>();

  static {
    USUAL.put("rows", List.of(5_000L, 50_000L));
    USUAL.put("documents", List.of(1_000L, 10_000L));
    USUAL.put("texts", List.of(500L, 2_000L));
    USUAL.put("scores", List.of(50_000L, 500_000L));
    USUAL.put("chunks", List.of(10_000L, 100_000L));
    USUAL.put("networks", List.of(100L, 400L));
    USUAL.put("commits", List.of(30_000L));
  }

  private final SparkSession spark = SharedSpark.session();
  private final Measured measured =
      new Measured(new CostModel(UnitCosts.measured()), spark.sparkContext().defaultParallelism());
  private final Path home;
  private final ReadUnits networks;
  private int stores;

  private UnitsBench(Path home) {
    this.home = home;
    this.networks = new ReadUnits(spark, measured, home);
  }

  /** Arguments: parts by commas (all), and the two sizes of a part that stands alone. */
  public static void main(String[] arguments) throws Exception {
    List<String> parts =
        arguments.length > 0 ? List.of(arguments[0].split(",")) : List.copyOf(USUAL.keySet());
    if (!USUAL.keySet().containsAll(parts) || arguments.length > 1 && parts.size() > 1) {
      System.err.println(
          "assay: bench units takes parts of "
              + USUAL.keySet()
              + " by commas, and sizes behind one that stands alone: bench units rows 5000 50000");
      System.exit(64);
    }
    UnitsBench bench = new UnitsBench(Files.createTempDirectory("assay-bench-"));
    for (String part : parts) {
      List<Long> sizes = new ArrayList<>();
      for (int i = 1; i < arguments.length; i++) {
        sizes.add(Math.round(Double.parseDouble(arguments[i])));
      }
      bench.part(part, sizes.isEmpty() ? USUAL.get(part) : sizes);
    }
    bench.measured.printUnits();
    bench.printEvaluated();
    bench.networks.printUnits();
    bench.spark.stop();
  }

  private void part(String part, List<Long> sizes) throws Exception {
    List<Long> all = new ArrayList<>(sizes);
    all.add(0, Math.min(sizes.get(0), USUAL.get(part).get(0)));
    boolean warm = false;
    for (long size : all) {
      measured.counts(warm);
      warm = true;
      switch (part) {
        case "rows" -> rows(size);
        case "documents" -> documents(size);
        case "texts" -> texts(size);
        case "scores" -> scores(size);
        case "chunks" -> chunks(size);
        case "networks" -> networks.run(size, this::recorded);
        default -> commits(size);
      }
    }
  }

  /** Recorded answers, every evaluator that asks no model, and two of them. */
  private void rows(long n) throws Exception {
    String answers = RowsBench.answers(spark, home.resolve("s" + stores), n);
    ConfigLoader.Loaded loaded = recorded(answers, evaluators(ALL));
    measured.stage("answer", "a recorded answer", n, () -> Commands.run(spark, loaded, "answer"));
    evaluate(loaded, ALL, n);
    ConfigLoader.Loaded two = recorded(answers, evaluators(TWO));
    Commands.run(spark, two, "answer");
    evaluate(two, TWO, n);
    bytes(
        loaded,
        Tables.RESPONSES,
        Tables.TEST_CASES,
        Tables.RUN_CASES,
        Tables.SCORES,
        Tables.SENTENCE_SCORES);
  }

  private static String evaluators(List<String> names) {
    return "evaluate.evaluators=[" + String.join(",", names) + "]";
  }

  private static String answers(List<String> evaluators) {
    return "an answer with " + evaluators.size() + " evaluators";
  }

  private void evaluate(ConfigLoader.Loaded loaded, List<String> evaluators, long n) {
    measured.several(
        "evaluate",
        answers(evaluators),
        () -> n,
        scored ->
            Measured.work(
                "evaluate",
                Map.of(
                    "a scored answer",
                    scored,
                    "a check",
                    scored * evaluators.size(),
                    "an evaluator",
                    (double) evaluators.size()),
                Workload.batches(scored, loaded.config().pipeline().commitRows())),
        () -> Commands.run(spark, loaded, "evaluate"));
  }

  /** An answer and a check solve two equations, the stage and an evaluator two more. */
  private void printEvaluated() {
    OptionalDouble all = measured.coreSeconds(answers(ALL));
    OptionalDouble two = measured.coreSeconds(answers(TWO));
    if (all.isPresent() && two.isPresent()) {
      double check = (all.getAsDouble() - two.getAsDouble()) / (ALL.size() - TWO.size());
      print("\"a check\" { core-seconds = %.3g }", check);
      print("\"a scored answer\" { core-seconds = %.3g }", two.getAsDouble() - TWO.size() * check);
      double one =
          (measured.fixed(answers(ALL)) - measured.fixed(answers(TWO))) / (ALL.size() - TWO.size());
      print("\"an evaluator\" { core-seconds = %.3g }", one * measured.cores());
      print("evaluate = %.1f # fixed-seconds", measured.fixed(answers(TWO)) - TWO.size() * one);
    }
  }

  /** Chunks with vectors in forty clouds. */
  private void chunks(long n) {
    ConfigLoader.Loaded loaded = loaded("sample.size=1000");
    SampleBench.append(new Store(spark, loaded.config().store()), loaded, 0, n, Long.MAX_VALUE);
    for (String stage : List.of("stratify", "sample")) {
      measured.stage(stage, stage + ": a chunk", n, () -> Commands.run(spark, loaded, stage));
    }
  }

  /** Documents of twenty paragraphs, which are seven to ten chunks each. */
  private void documents(long n) {
    Path folder = home.resolve("documents" + stores);
    spark
        .range(0, n, 1, 8)
        .select(
            functions.expr("concat('d', id)").as("id"),
            functions
                .expr(
                    "array_join(transform(sequence(0, 19), i -> concat('Account ', 20 * id + i,"
                        + " ' has a fee of ', (id + i) % 97, ' dollars a month. It is due on day ',"
                        + " (id + i) % 28, '. A customer who closes it within ', (id + i) % 11,"
                        + " ' months pays ', (id + i) % 89, ' dollars, unless the branch waives"
                        + " them. Transfers to branch ', (id + i) % 211, ' take two days.')), ' ')")
                .as("text"))
        .write()
        .parquet(folder.toString());
    ConfigLoader.Loaded loaded =
        loaded("corpus.sources=[{format=parquet,path=\"" + folder + "\"}]");
    Store store = new Store(spark, loaded.config().store());
    measured.stage(
        "ingest",
        "ingest: a chunk",
        () -> store.read(Tables.CHUNKS).count(),
        () -> Commands.run(spark, loaded, "ingest"));
    bytes(loaded, Tables.DOCUMENTS, Tables.CHUNKS);
  }

  private void texts(long n) throws Exception {
    ConfigLoader.Loaded loaded = loaded();
    Store store = new Store(spark, loaded.config().store());
    EmbedBench.chunks(spark, store, BenchTexts.generated((int) n));
    Runnable work = () -> Commands.run(spark, loaded, "embed");
    measured.stage("embed", "an embedded token", () -> tokens(store), work);
    bytes(loaded, Tables.CHUNKS, Tables.EMBEDDINGS);
  }

  private static double tokens(Store store) {
    return store.read(Tables.EMBEDDINGS).agg(functions.sum("n_tokens")).head().getLong(0);
  }

  /** Ten metrics of two systems, labels of a thousand questions. */
  private void scores(long n) throws Exception {
    long questions = n * 5 / 7 / 2 / MadeStore.METRICS.size();
    MadeStore made = new MadeStore(questions, MadeStore.names(2), 1000, MadeStore.METRICS);
    List<String> settings = new ArrayList<>(made.settings());
    settings.add("report.path=" + home.resolve("report.html"));
    ConfigLoader.Loaded loaded = loaded(settings.toArray(String[]::new));
    Store store = new Store(spark, loaded.config().store());
    made.fill(store);
    double scores = store.read(Tables.SCORES).count();
    for (String stage : List.of("calibrate", "apply", "analyze", "report")) {
      measured.stage(stage, stage + ": a score", scores, () -> Commands.run(spark, loaded, stage));
    }
    bytes(loaded, Tables.DECISIONS, Tables.REVIEW_QUEUE);
  }

  /** Cheap evaluators in small batches, of which the driver commits one after another. */
  private void commits(long n) throws Exception {
    ConfigLoader.Loaded loaded =
        recorded(
            RowsBench.answers(spark, home.resolve("s" + stores), n),
            evaluators(TWO),
            "pipeline.commit-rows=1500");
    Commands.run(spark, loaded, "answer");
    long start = System.nanoTime();
    Commands.run(spark, loaded, "evaluate");
    double seconds = (System.nanoTime() - start) / 1e9;
    long commits = new Store(spark, loaded.config().store()).version(Tables.SCORES) + 1;
    print("commits    %,12d batches of at most 1,500 answers in %.1f s", commits, seconds);
    // The first is in the fixed seconds.
    double more = seconds - UnitCosts.measured().fixed().get("evaluate");
    print("commit-seconds = %.2f", more / (commits - 1));
  }

  private ConfigLoader.Loaded recorded(String answers, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("systems.bench.kind=table");
    all.add("systems.bench.path=" + answers);
    return loaded(all.toArray(String[]::new));
  }

  private ConfigLoader.Loaded loaded(String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults().set("store.path=" + home.resolve("store" + stores++));
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  private void bytes(ConfigLoader.Loaded loaded, Table... tables) {
    Store store = new Store(spark, loaded.config().store());
    for (Table table : tables) {
      Row detail =
          io.delta.tables.DeltaTable.forPath(spark, store.path(table))
              .detail()
              .select("sizeInBytes")
              .head();
      measured.bytes(table.name(), store.read(table).count(), detail.getLong(0));
    }
  }
}
