package dev.assay.bench;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.calibration.Fit;
import dev.assay.calibration.IsotonicCalibrator;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ScoreTable;
import dev.assay.conformal.LeastAmbiguous;
import dev.assay.conformal.Quantile;
import dev.assay.core.Direction;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The fits of stage {@code calibrate} on columns of numbers: logistic and isotonic calibration and
 * the quantile of split conformal sets of labelled scores in Parquet, half of the rows for each
 * stage of calibration, each row a group of its own; beside it the same with scikit-learn and MAPIE
 * where Python has them. Reading counts, starting does not: both sides run eight times and the
 * fastest run is shown. What the stage does around the fits (joining labels to scores, grouping
 * them by metric, dimension and slice, one object a row) is what {@code bench labelled} measures.
 */
public final class CalibrateBench {
  private static final int RUNS = 8;
  private static final double ALPHA = .1;
  private static final String SCHEMA = "id STRING, score DOUBLE, label INT, part INT";

  private CalibrateBench() {}

  /** Argument: number of rows (1000000). */
  public static void main(String[] arguments) throws Exception {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    Path reference = Path.of("scripts/lib/calibrate_reference.py");
    String file = Files.createTempDirectory("assay-bench-").resolve("scores.parquet").toString();
    SparkSession spark = SharedSpark.session();
    long seed = Seeds.of(1, "bench-calibrate", "");
    spark
        .range(n)
        .selectExpr(
            "id",
            "rand(%d) AS score".formatted(seed),
            "rand(%d) AS u".formatted(seed + 1),
            "CAST(id % 2 AS INT) AS part")
        .selectExpr("CAST(id AS STRING) AS id", "score", "CAST(u < score AS INT) AS label", "part")
        .coalesce(2)
        .write()
        .parquet(file);
    double best = Double.POSITIVE_INFINITY;
    String found = "";
    for (int run = 0; run < RUNS; run++) {
      long start = System.nanoTime();
      found = fit(spark.read().schema(SCHEMA).parquet(file));
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    System.out.printf(Locale.ROOT, "assay      %8.2f s  %s%n", best, found);
    System.out.flush();
    Process python =
        new ProcessBuilder("python3", reference.toString(), file, Integer.toString(RUNS))
            .inheritIO()
            .start();
    if (python.waitFor() != 0) {
      System.out.println("reference  not measured: see the message above");
    }
    spark.stop();
  }

  private static String fit(Dataset<Row> rows) {
    return rows.selectExpr("xxhash64(id)", "score", "label", "part")
        .queryExecution()
        .toRdd()
        .toJavaRDD()
        .coalesce(1)
        .mapPartitions(CalibrateBench::fitted)
        .collect()
        .get(0);
  }

  private static Iterator<String> fitted(Iterator<InternalRow> rows) {
    Columns train = new Columns();
    Columns conformal = new Columns();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      (row.getInt(3) == 0 ? train : conformal).add(row.getLong(0), row.getDouble(1), row.getInt(2));
    }
    ScoreTable table =
        ScoreTable.of(
            Arrays.copyOf(train.scores, train.size),
            Arrays.copyOf(train.labels, train.size),
            train.ones(),
            2);
    ProbabilityMap logistic = ((Fit.Fitted) new LogisticCalibrator().fit(table)).map();
    ProbabilityMap isotonic = ((Fit.Fitted) new IsotonicCalibrator(Direction.UP).fit(table)).map();
    Quantile sets = conformal.quantile(logistic);
    return List.of(
            String.format(
                Locale.ROOT,
                "logistic(0.5) %.6f, isotonic(0.5) %.6f, quantile %.6f",
                logistic.probability(.5),
                isotonic.probability(.5),
                sets.value()))
        .iterator();
  }

  /** Labelled scores as columns that grow. */
  private static final class Columns {
    private long[] groups = new long[16];
    private double[] scores = new double[16];
    private int[] labels = new int[16];
    private int size;

    void add(long group, double score, int label) {
      if (size == scores.length) {
        groups = Arrays.copyOf(groups, 2 * size);
        scores = Arrays.copyOf(scores, 2 * size);
        labels = Arrays.copyOf(labels, 2 * size);
      }
      groups[size] = group;
      scores[size] = Rounding.toNano(score);
      labels[size++] = label;
    }

    double[] ones() {
      double[] ones = new double[size];
      Arrays.fill(ones, 1);
      return ones;
    }

    Quantile quantile(ProbabilityMap map) {
      double[] nonconformities = new double[size];
      for (int i = 0; i < size; i++) {
        nonconformities[i] = new LeastAmbiguous().of(map.probabilities(scores[i]))[labels[i]];
      }
      return Quantile.of(nonconformities, Arrays.copyOf(groups, size), ones(), ALPHA);
    }
  }
}
