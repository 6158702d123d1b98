package dev.assay.bench;

import static org.apache.spark.sql.functions.expr;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.tables.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Stages that are run one after another on what was made for the first of them. */
enum GrowthChain {
  DOCUMENTS("documents", "ingest") {
    @Override
    void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded) {
      spark
          .range(0, rows, 1, 8)
          .select(
              expr("concat('d', id)").as("id"),
              expr("concat('Account ', id)").as("title"),
              expr("concat('Account ', id, ' has a fee of ', id % 97, ' dollars a month. It is"
                      + " due on day ', id % 28, '. A customer who closes account ', id, ' within ',"
                      + " id % 11, ' months pays ', id % 89, ' dollars. Transfers to branch ',"
                      + " id % 211, ' take two days.')")
                  .as("text"))
          .write()
          .parquet(folder.resolve("documents.parquet").toString());
    }

    @Override
    List<String> settings(Path folder, long rows, long smallest) {
      return List.of("corpus.sources=[{path=\"" + folder.resolve("documents.parquet") + "\"}]");
    }
  },
  TEXTS("texts", "embed") {
    @Override
    void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded) {
      EmbedBench.chunks(
          spark, new Store(spark, loaded.config().store()), BenchTexts.generated((int) rows));
    }

    /** A network bounds it: a tenth of the smallest size, and four times as many each time. */
    @Override
    List<Long> sizes(List<Long> asked) {
      long least = asked.get(0) / 10;
      return List.of(least, 4 * least, 16 * least);
    }
  },
  CHUNKS("chunks", "stratify", "sample") {
    @Override
    void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded) {
      SampleBench.append(
          new Store(spark, loaded.config().store()), loaded, 0, rows, Long.MAX_VALUE);
    }

    /** Strata and their map are fitted on so many chunks that all sizes have them. */
    @Override
    List<String> settings(Path folder, long rows, long smallest) {
      return List.of(
          "stratify.fit-size=" + Math.min(50_000, smallest),
          "stratify.map-size=" + Math.min(5_000, smallest),
          "sample.size=" + Math.min(1_000, smallest / 2));
    }

    @Override
    List<Long> sizes(List<Long> asked) {
      return asked.stream().map(rows -> rows / 5).toList();
    }
  },
  CASES("questions", "tests", "perturb") {
    @Override
    void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded) {
      spark
          .range(0, rows, 1, 8)
          .select(
              expr("concat('What is the fee of account ', id, ' in the year after?')")
                  .as("question"),
              expr("concat('The fee is ', id % 89, ' dollars.')").as("expected_answer"))
          .write()
          .parquet(folder.resolve("suite.parquet").toString());
    }

    @Override
    List<String> settings(Path folder, long rows, long smallest) {
      return List.of(
          "tests.sources=[{path=\"" + folder.resolve("suite.parquet") + "\",name=made}]",
          "perturb.entries=[{perturbators=[keyboard_typo]}]",
          "perturb.max-cases=" + rows);
    }
  },
  ANSWERS("answers", "answer", "evaluate", "label") {
    @Override
    void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded) {
      spark
          .range(0, rows, 1, 8)
          .select(
              expr("concat('a', id)").as("id"),
              expr("concat('What is the fee of account ', id, '?')").as("question"),
              expr("concat('The fee is ', id % 97, ' dollars. It is due on day ', id % 28, '.')")
                  .as("answer"),
              expr("concat('The fee is ', id % 89, ' dollars.')").as("expected_answer"),
              expr("array(concat('Account ', id, ' has a fee of ', id % 97, ' dollars a month.'))")
                  .as("contexts"))
          .write()
          .parquet(folder.resolve("answers.parquet").toString());
      spark
          .range(0, rows, 1, 8)
          .select(
              expr("concat('a', id)").as("id"),
              expr("'bench'").as("system"),
              expr("'correct'").as("dimension"),
              expr("CAST(id % 3 > 0 AS INT)").as("label"),
              expr("'human'").as("annotator"),
              expr("'2026-01-02T03:04:05Z'").as("labelled_at"))
          .write()
          .parquet(folder.resolve("labels.parquet").toString());
    }

    @Override
    List<String> settings(Path folder, long rows, long smallest) {
      return List.of(
          "systems.bench={kind=table,id-column=id,path=\""
              + folder.resolve("answers.parquet")
              + "\"}",
          "evaluate.evaluators=[text_statistics,looping]",
          "label.sources=[{path=\"" + folder.resolve("labels.parquet") + "\"}]");
    }
  },
  SCORES("scores", "calibrate", "apply", "analyze", "report") {
    @Override
    void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded) {
      made(rows).fill(new Store(spark, loaded.config().store()));
    }

    @Override
    List<String> settings(Path folder, long rows, long smallest) {
      List<String> settings = new ArrayList<>(made(rows).settings());
      settings.add("report.path=" + folder.resolve("report.html"));
      return settings;
    }

    /**
     * Ten metrics of two systems; one question in five has two twins; all answers but those to
     * twins are labelled, so that what is calibrated grows as scores do.
     */
    private MadeStore made(long rows) {
      long questions = rows * 5 / 7 / 2 / MadeStore.METRICS.size();
      return new MadeStore(questions, MadeStore.names(2), questions, MadeStore.METRICS);
    }
  };

  private final String unit;
  private final List<String> stages;

  GrowthChain(String unit, String... stages) {
    this.unit = unit;
    this.stages = List.of(stages);
  }

  /** What is counted. */
  String unit() {
    return unit;
  }

  /** In their order. */
  List<String> stages() {
    return stages;
  }

  /** Writes what the first stage reads into {@code folder}, whose store is {@code store}. */
  abstract void make(SparkSession spark, Path folder, long rows, ConfigLoader.Loaded loaded);

  /**
   * Settings of all its stages.
   *
   * @param smallest the smallest of the sizes
   */
  List<String> settings(Path folder, long rows, long smallest) {
    return List.of();
  }

  /** The sizes in a table of all stages, where what they cost would be out of proportion. */
  List<Long> sizes(List<Long> asked) {
    return asked;
  }

  /** The configuration of a run in {@code folder}. */
  ConfigLoader.Loaded loaded(Path folder, long rows, long smallest) {
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + folder.resolve("store"));
    for (String setting : settings(folder, rows, smallest)) {
      loader = loader.set(setting);
    }
    return loader.load();
  }
}
