package dev.assay.bench;

import static dev.assay.bench.SampleBench.print;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.estimate.UnitCosts;
import dev.assay.jobs.estimate.Workload;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/**
 * What the default evaluators take for a token that comes for the first time, which networks read,
 * and for every token, which is compared with others. Answers of new texts and answers with known
 * passages solve the equations.
 */
final class ReadUnits {
  /** So many times more answers with known passages, which take less each. */
  private static final int MORE = 8;

  private static final String FRESH = "an answer of new texts";
  private static final String KNOWN = "one with known passages";
  private static final String SCORED = "a scored answer";
  private static final String CHECK = "a check";
  private static final String EMBEDDED = "an embedded token";
  private static final String ENTAILMENT = "a token for entailment";
  private static final String READ = "a read token";

  private final SparkSession spark;
  private final Measured measured;
  private final Path home;
  private ReadAnswers texts;
  private ReadAnswers.Tokens fresh;
  private ReadAnswers.Tokens known;
  private int evaluators;
  private int runs;

  ReadUnits(SparkSession spark, Measured measured, Path home) {
    this.spark = spark;
    this.measured = measured;
    this.home = home;
  }

  /**
   * Runs both.
   *
   * @param recorded the settings of recorded answers at a path, in a store of their own
   */
  void run(long n, Function<String, ConfigLoader.Loaded> recorded) {
    texts = texts == null ? new ReadAnswers() : texts;
    fresh = run(n, false, recorded);
    known = run(MORE * n, true, recorded);
  }

  /** Tokens of one answer. */
  private ReadAnswers.Tokens run(
      long n, boolean known, Function<String, ConfigLoader.Loaded> recorded) {
    String path = home.resolve("read" + runs++).toString();
    ReadAnswers.Tokens tokens = texts.write(spark, (int) n, known, path);
    ConfigLoader.Loaded loaded = recorded.apply(path);
    evaluators = loaded.config().evaluators().size();
    Commands.run(spark, loaded, "answer");
    measured.several(
        "evaluate",
        known ? KNOWN : FRESH,
        () -> n,
        answers ->
            Measured.work(
                "evaluate",
                Map.of(
                    SCORED,
                    answers,
                    CHECK,
                    answers * evaluators,
                    "an evaluator",
                    (double) evaluators,
                    READ,
                    tokens.read(),
                    EMBEDDED,
                    tokens.fresh(),
                    ENTAILMENT,
                    tokens.fresh()),
                Workload.batches(answers, loaded.config().pipeline().commitRows())),
        () -> Commands.run(spark, loaded, "evaluate"));
    return new ReadAnswers.Tokens(tokens.read() / n, tokens.fresh() / n);
  }

  /** Two equations: an answer takes read · r + fresh · x beside what every answer takes. */
  void printUnits() {
    OptionalDouble each = measured.coreSeconds(FRESH);
    OptionalDouble again = measured.coreSeconds(KNOWN);
    if (each.isEmpty() || again.isEmpty()) {
      return;
    }
    double own = unit(SCORED) + evaluators * unit(CHECK);
    double a = each.getAsDouble() - own;
    double b = again.getAsDouble() - own;
    double both = fresh.read() * known.fresh() - known.read() * fresh.fresh();
    double x = (fresh.read() * b - known.read() * a) / both;
    double r = (a * known.fresh() - b * fresh.fresh()) / both;
    print("# of an answer %.0f tokens, %.0f read by networks", fresh.read(), fresh.fresh());
    print("# of one with known passages %.0f, %.0f", known.read(), known.fresh());
    print("\"%s\" { core-seconds = %.3g }", READ, r);
    print("\"%s\" { core-seconds = %.3g }", ENTAILMENT, x - unit(EMBEDDED));
  }

  private static double unit(String name) {
    return UnitCosts.measured().units().get(name).coreSeconds();
  }
}
