package dev.assay.bench;

import dev.assay.bench.HeadlineWorlds.Answered;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What the headline says against what was planted: of answers of which all is known, half of the
 * questions are labelled, at random, again and again. Counted is how often the intervals of the
 * shares that people would pass, and of their differences, hold the truth, and how often a system
 * is named better that is, or is not. The table of docs/first-hour.md.
 */
public final class HeadlineBench {
  private static final int DRAWS = 20;

  private final SparkSession spark = SharedSpark.session();
  private final Path home;
  private final int draws;

  private HeadlineBench(Path home, int draws) {
    this.home = home;
    this.draws = draws;
  }

  /** What an annotator could say of a response: the columns that find it, and the truth. */
  private record Known(String group, String finds, String system, boolean right) {}

  /**
   * A store with scores, and how labels of it are drawn.
   *
   * @param errors how often each annotator errs
   */
  private record World(
      String name,
      ConfigLoader config,
      Path store,
      String key,
      List<Known> known,
      double... errors) {}

  /**
   * Arguments: a directory with {@code tatqa}, {@code halueval} and {@code
   * banking-regulations.jsonl}; the number of draws; a word of the names of the worlds that are
   * wanted, otherwise all.
   */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    Path home = Files.createTempDirectory("headline");
    int draws = arguments.length > 1 ? Integer.parseInt(arguments[1]) : DRAWS;
    String wanted = arguments.length > 2 ? arguments[2] : "";
    HeadlineBench bench = new HeadlineBench(home, draws);
    try {
      System.out.println(
          "| answers | annotators who err | truth | shares within their intervals | differences"
              + " within theirs | mean half-width, shares | better system named | worse one named"
              + " | none named, rightly | none named, though one is |");
      System.out.println("| --- |" + " --- |".repeat(9));
      for (Map.Entry<String, Making> world : bench.worlds(data).entrySet()) {
        if (world.getKey().contains(wanted)) {
          bench.measure(world.getValue().make(world.getKey()));
        }
      }
    } finally {
      FileUtils.deleteQuietly(home.toFile());
    }
  }

  /** How a world of a name is made. */
  private interface Making {
    World make(String name) throws IOException;
  }

  private Map<String, Making> worlds(Path data) {
    Map<String, Making> worlds = new LinkedHashMap<>();
    worlds.put(
        "TAT-QA, errors in one line",
        name -> recorded(name, HeadlineWorlds.oneLine(data), .05, .1));
    worlds.put("HaluEval", name -> recorded(name, HeadlineWorlds.hallucinated(data, .9, .7), 0));
    worlds.put(
        "HaluEval, no better system",
        name -> recorded(name, HeadlineWorlds.hallucinated(data, .8, .8), 0));
    ConfigLoader demo = ConfigLoader.defaults().resource(Commands.class, "/demo.conf");
    worlds.put("Demonstration", name -> embedded(name, demo));
    Path own = data.resolve("banking-regulations.jsonl").toAbsolutePath();
    worlds.put(
        "Own documents: bank regulations",
        name ->
            embedded(
                name, demo.set("run.name=own").set("corpus.sources=[{path=\"" + own + "\"}]")));
    return worlds;
  }

  private World recorded(String name, List<Answered> answers, double... errors) throws IOException {
    Path own = Files.createDirectory(home.resolve("world" + Math.abs(name.hashCode())));
    Path file = own.resolve("answers.jsonl");
    Files.write(file, answers.stream().map(Answered::json).toList());
    ConfigLoader config =
        ConfigLoader.defaults()
            .set("systems.mine.kind=table")
            .set("systems.mine.path=" + file)
            .set("systems.mine.id-column=id");
    List<Known> known =
        answers.stream().map(a -> new Known(a.id(), a.id(), a.system(), a.right())).toList();
    Path store = own.resolve("store");
    run(config, store, "answer", "evaluate");
    return new World(name, config, store, "id", known, errors);
  }

  /** Documents, questions about them by rules, and embedded systems whose faults are planted. */
  private World embedded(String name, ConfigLoader config) throws IOException {
    Path own = Files.createDirectory(home.resolve("world" + Math.abs(name.hashCode())));
    Path store = own.resolve("store");
    Store tables =
        run(
            config,
            store,
            "ingest",
            "embed",
            "stratify",
            "sample",
            "generate",
            "answer",
            "evaluate",
            "label");
    List<Known> known = new ArrayList<>();
    for (Row row :
        tables
            .read(Tables.LABELS)
            .where("dimension = 'correct'")
            .join(tables.read(Tables.TEST_CASES).select("case_id", "group_id"), "case_id")
            .orderBy("group_id", "case_id", "system")
            .collectAsList()) {
      known.add(
          new Known(
              row.getAs("group_id"),
              row.getAs("case_id"),
              row.getAs("system"),
              row.getAs("label").equals("1")));
    }
    FileUtils.deleteDirectory(store.resolve("labels").toFile());
    long groups = known.stream().map(Known::group).distinct().count();
    String told = name + ", " + groups + " groups, half of them labelled";
    return new World(told, config, store, "case_id", known, 0);
  }

  private Store run(ConfigLoader config, Path store, String... stages) {
    // What people said has no bootstrap; the metrics' own intervals do not matter here.
    ConfigLoader.Loaded loaded =
        config.set("store.path=" + store).set("analyze.replicates=100").load();
    for (String stage : stages) {
      Commands.run(spark, loaded, stage);
    }
    return new Store(spark, loaded.config().store());
  }

  private void measure(World world) throws IOException {
    Tally tally = new Tally(truth(world.known()));
    for (int draw = 0; draw < draws; draw++) {
      Path own = home.resolve("draw");
      FileUtils.copyDirectory(world.store().toFile(), own.resolve("store").toFile());
      Path labels = own.resolve("labels.csv");
      Files.write(labels, labels(world, draw));
      Store store =
          run(
              world.config().set("label.sources=[{path=\"" + labels + "\"}]"),
              own.resolve("store"),
              "label",
              "calibrate",
              "analyze");
      tally.shares(
          store
              .read(Tables.LEADERBOARD)
              .where("metric = 'human' AND slice = 'all' AND dimension = 'correct'")
              .collectAsList());
      tally.pairs(
          store
              .read(Tables.COMPARISONS)
              .where("metric = 'human.correct' AND slice = 'all'")
              .collectAsList());
      FileUtils.deleteDirectory(own.toFile());
      // A run that is ended early has said what it has seen.
      System.err.println(world.name() + ", " + (draw + 1) + " draws: " + tally.cells());
    }
    String errors =
        Stream.of(world.errors())
            .flatMap(all -> java.util.Arrays.stream(all).boxed())
            .map(e -> Math.round(100 * e) + " %")
            .collect(Collectors.joining(", "));
    System.out.println("| " + world.name() + " | " + errors + " | " + tally.cells() + " |");
  }

  /** Half of the questions, what each annotator says of all answers to them. */
  private static List<String> labels(World world, int draw) {
    SplittableRandom random = new SplittableRandom(7_000 + draw);
    Map<String, Boolean> drawn = new TreeMap<>();
    world.known().forEach(k -> drawn.computeIfAbsent(k.group(), g -> random.nextBoolean()));
    List<String> lines = new ArrayList<>();
    lines.add(world.key() + ",system,dimension,label,annotator");
    for (Known known : world.known()) {
      for (int a = 0; a < world.errors().length; a++) {
        boolean errs = random.nextDouble() < world.errors()[a];
        if (drawn.get(known.group())) {
          String said = known.right() != errs ? "yes" : "no";
          lines.add(String.join(",", known.finds(), known.system(), "correct", said, "person" + a));
        }
      }
    }
    return lines;
  }

  private static Map<String, Double> truth(List<Known> known) {
    return known.stream()
        .collect(
            Collectors.groupingBy(
                Known::system, TreeMap::new, Collectors.averagingDouble(k -> k.right() ? 1 : 0)));
  }

  /** What the draws of a world have shown. */
  private static final class Tally {
    private final Map<String, Double> truth;
    private int shares;
    private int held;
    private int pairs;
    private int pairsHeld;
    private int better;
    private int worse;
    private int rightlyNone;
    private int none;
    private double width;

    Tally(Map<String, Double> truth) {
      this.truth = truth;
    }

    void shares(List<Row> rows) {
      for (Row row : rows) {
        double value = truth.get(row.<String>getAs("system"));
        double low = row.<Double>getAs("human_ci_low");
        double high = row.<Double>getAs("human_ci_high");
        shares++;
        held += low <= value && value <= high ? 1 : 0;
        width += (high - low) / 2;
      }
    }

    void pairs(List<Row> rows) {
      for (Row row : rows) {
        double value =
            truth.get(row.<String>getAs("system_a")) - truth.get(row.<String>getAs("system_b"));
        double low = row.<Double>getAs("ci_low");
        double high = row.<Double>getAs("ci_high");
        Double p = row.getAs("p_adjusted");
        pairs++;
        pairsHeld += low <= value && value <= high ? 1 : 0;
        boolean named = low * high > 0 && p != null && p < .05;
        boolean differ = Math.abs(value) > .01;
        if (named) {
          boolean rightly =
              differ && Math.signum(row.<Double>getAs("difference")) == Math.signum(value);
          better += rightly ? 1 : 0;
          worse += rightly ? 0 : 1;
        } else {
          rightlyNone += differ ? 0 : 1;
          none += differ ? 1 : 0;
        }
      }
    }

    String cells() {
      return String.format(
          Locale.ROOT,
          "%s | %d of %d | %d of %d | %.3f | %d | %d | %d | %d",
          truth.entrySet().stream()
              .map(e -> String.format(Locale.ROOT, "%s %.3f", e.getKey(), e.getValue()))
              .collect(Collectors.joining(", ")),
          held,
          shares,
          pairsHeld,
          pairs,
          width / shares,
          better,
          worse,
          rightlyNone,
          none);
    }
  }
}
