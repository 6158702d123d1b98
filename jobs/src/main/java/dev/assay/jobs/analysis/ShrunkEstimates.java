package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.scores.Cells;
import dev.assay.slices.SliceName;
import dev.assay.stats.Deviates;
import dev.assay.stats.Shrinkage;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What people would say in a slice, drawn towards what they would say of the slices beside it:
 * those by the same attributes, of one system and dimension, at least three ({@link Shrinkage}).
 */
final class ShrunkEstimates {
  private static final String[] KEPT =
      Arrays.stream(Tables.LEADERBOARD.schema().fieldNames())
          .filter(column -> !column.startsWith("human_shrunk"))
          .toArray(String[]::new);

  private ShrunkEstimates() {}

  /** {@code leaderboard} with the shrunken estimates of the rows that lead. */
  static Dataset<Row> with(Run run, Dataset<Row> leaderboard) {
    double level = run.config().analyze().confidence();
    Map<String, List<Row>> families = new TreeMap<>();
    leaderboard
        .where(col("metric").equalTo(LeadingEstimates.METRIC))
        .where(col("slice").notEqual(Cells.ALL))
        .where(col("human_estimate").isNotNull().and(col("human_ci_low").isNotNull()))
        .orderBy("system", "dimension", "slice")
        .collectAsList()
        .forEach(
            row ->
                SliceName.by(row.getAs("slice"))
                    .ifPresent(
                        by ->
                            families
                                .computeIfAbsent(
                                    String.join(
                                        "\u0000",
                                        row.getAs("system"),
                                        row.getAs("dimension"),
                                        by.toString()),
                                    f -> new ArrayList<>())
                                .add(row)));
    List<Row> shrunk = new ArrayList<>();
    families.values().stream()
        .filter(rows -> rows.size() >= Shrinkage.LEAST_PARTS)
        .forEach(rows -> shrunk.addAll(shrunk(rows, level)));
    return leaderboard
        .drop("human_shrunk", "human_shrunk_low", "human_shrunk_high")
        .join(
            run.spark()
                .createDataFrame(shrunk, Tables.LEADERBOARD.schema())
                .select(
                    "system",
                    "slice",
                    "metric",
                    "dimension",
                    "human_shrunk",
                    "human_shrunk_low",
                    "human_shrunk_high"),
            RunCoverage.on(List.of("system", "slice", "metric", "dimension")),
            "left");
  }

  private static List<Row> shrunk(List<Row> rows, double level) {
    double[] estimates = rows.stream().mapToDouble(row -> row.getAs("human_estimate")).toArray();
    double[] errors = rows.stream().mapToDouble(row -> error(row, level)).toArray();
    Shrinkage shrinkage = Shrinkage.of(estimates, errors, level);
    List<Row> shrunk = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Shrinkage.Part part = shrinkage.parts().get(i);
      shrunk.add(
          NamedRow.of(Tables.LEADERBOARD)
              .copy(row, KEPT)
              .set("human_shrunk", share(part.estimate()))
              .set("human_shrunk_low", share(part.low()))
              .set("human_shrunk_high", share(part.high()))
              .build());
    }
    return shrunk;
  }

  /**
   * Half the interval over its quantile; at 0 and 1 at least that of two more passes and two more
   * fails, since a few labels that agree have no spread of their own (Agresti and Coull 1998).
   */
  private static double error(Row row, double level) {
    double z = Deviates.normal(1 - (1 - level) / 2);
    double width = row.<Double>getAs("human_ci_high") - row.<Double>getAs("human_ci_low");
    double n = Math.max(1, row.<Long>getAs("n_groups")) + 4;
    double estimate = row.<Double>getAs("human_estimate");
    double smoothed = (estimate * (n - 4) + 2) / n;
    double least = Math.sqrt(Math.max(0, smoothed * (1 - smoothed)) / n);
    double error = width / (2 * z);
    return width > 0 && estimate > 0 && estimate < 1 ? error : Math.max(error, least);
  }

  private static double share(double value) {
    return Math.max(0, Math.min(1, value));
  }
}
