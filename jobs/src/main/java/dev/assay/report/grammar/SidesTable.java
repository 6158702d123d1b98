package dev.assay.report.grammar;

import dev.assay.report.figures.Shown;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;

/**
 * Tables 2 and 3 of the paper: what becomes of the figures of two sides when gaps are left out or
 * balanced, and when the errors of a module are left out.
 *
 * @param hypothesis the attribute
 * @param a the first side of the first pair that was contrasted
 * @param b the second, which is the suspected one where one is
 * @param lines a figure each
 * @param others pairs that were contrasted and are not shown
 */
public record SidesTable(String hypothesis, String a, String b, List<Line> lines, long others) {

  /**
   * @param gaps what was done about gaps
   * @param errors whose errors are left out
   * @param aLambda share of the questions of {@code a} that are in gap groups
   * @param bLambda the same of {@code b}
   * @param worse the side that the figure shows as the worse one
   */
  public record Line(
      String gaps,
      String measured,
      String errors,
      String a,
      String aInterval,
      String b,
      String bInterval,
      String aLambda,
      String bLambda,
      String difference,
      String interval,
      String p,
      String worse,
      boolean clear) {}

  private record Action(String sampling, String measured, String gaps) {}

  private static final List<Action> ACTIONS =
      List.of(
          new Action("as_asked", "accuracy", "no action (baseline)"),
          new Action("as_asked", "robustness", "gap groups left out"),
          new Action("stratified", "accuracy", "gaps balanced (stratified)"),
          new Action("stratified", "robustness", "stratified, gap groups left out"));

  private static final List<String[]> MODULES =
      List.of(
          new String[] {"none", "none"},
          new String[] {"retrieval", "the model's (retrieval seen)"},
          new String[] {"model", "those of retrieval (model seen)"});

  /** A table for each hypothesis of which two sides were contrasted, by name. */
  static List<SidesTable> all(List<Row> figures, List<Row> contrasts) {
    return contrasts.stream()
        .map(row -> row.<String>getAs("hypothesis"))
        .distinct()
        .sorted()
        .flatMap(name -> of(only(name, figures), only(name, contrasts)).stream())
        .toList();
  }

  private static List<Row> only(String hypothesis, List<Row> rows) {
    return rows.stream().filter(row -> row.getAs("hypothesis").equals(hypothesis)).toList();
  }

  /** Empty where no two sides were contrasted; of several pairs the first. */
  static Optional<SidesTable> of(List<Row> figures, List<Row> contrasts) {
    Optional<Row> first =
        contrasts.stream()
            .min(
                java.util.Comparator.comparing((Row row) -> row.<String>getAs("side_a"))
                    .thenComparing(row -> row.<String>getAs("side_b")));
    if (first.isEmpty()) {
      return Optional.empty();
    }
    String a = first.get().getAs("side_a");
    String b = first.get().getAs("side_b");
    List<Line> lines = new ArrayList<>();
    for (Action action : ACTIONS) {
      for (String[] module : MODULES) {
        line(action, module, a, b, figures, contrasts).ifPresent(lines::add);
      }
    }
    long pairs =
        contrasts.stream()
            .map(row -> List.of(row.<String>getAs("side_a"), row.<String>getAs("side_b")))
            .distinct()
            .count();
    return Optional.of(new SidesTable(first.get().getAs("hypothesis"), a, b, lines, pairs - 1));
  }

  private static Optional<Line> line(
      Action action, String[] module, String a, String b, List<Row> figures, List<Row> contrasts) {
    Optional<Row> left = figure(action, module[0], a, figures);
    Optional<Row> right = figure(action, module[0], b, figures);
    Optional<Row> contrast =
        contrasts.stream()
            .filter(row -> is(row, action, module[0]))
            .filter(row -> row.getAs("measured").equals(action.measured()))
            .filter(row -> row.getAs("side_a").equals(a) && row.getAs("side_b").equals(b))
            .findFirst();
    if (left.isEmpty() || right.isEmpty() || contrast.isEmpty()) {
      return Optional.empty();
    }
    String of = action.measured();
    Row found = contrast.get();
    double difference = found.getAs("difference");
    boolean clear =
        RowValues.number(found, "ci_low").orElse(-1) > 0
            || RowValues.number(found, "ci_high").orElse(1) < 0;
    return Optional.of(
        new Line(
            action.gaps(),
            of,
            module[1],
            Shown.share(left.get(), of),
            Shown.interval(left.get(), of + "_low", of + "_high"),
            Shown.share(right.get(), of),
            Shown.interval(right.get(), of + "_low", of + "_high"),
            Shown.share(left.get(), "lambda"),
            Shown.share(right.get(), "lambda"),
            Shown.share(found, "difference"),
            Shown.interval(found, "ci_low", "ci_high"),
            Shown.p(found, "p_adjusted"),
            Math.abs(difference) < 1e-12 ? "neither" : difference > 0 ? b : a,
            clear));
  }

  private static Optional<Row> figure(
      Action action, String isolated, String side, List<Row> figures) {
    return figures.stream()
        .filter(row -> is(row, action, isolated) && row.getAs("side").equals(side))
        .findFirst();
  }

  private static boolean is(Row row, Action action, String isolated) {
    return row.getAs("sampling").equals(action.sampling())
        && row.getAs("isolated").equals(isolated);
  }
}
