package dev.assay.report.grammar;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import dev.assay.report.figures.Shown;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/** The groups of an analysis in a sentence or two for each system, as a terminal shows them. */
public final class GroupWords {
  private static final double CLEAR = .05;

  private GroupWords() {}

  /**
   * @param analysis the run that the words are about; empty: none
   * @return nothing where there are no groups
   */
  public static List<String> of(Store store, Optional<String> analysis) {
    if (analysis.isEmpty() || store.isBlank(Tables.GRAMMAR_GROUPS)) {
      return List.of();
    }
    Map<String, List<Row>> cells = new TreeMap<>();
    store
        .read(Tables.GRAMMAR_GROUPS)
        .where(col("run_id").equalTo(analysis.get()))
        .groupBy("system", "suite", "kind", "cause")
        .agg(count(lit(1)).as("groups"))
        .collectAsList()
        .forEach(row -> cells.computeIfAbsent(cell(row), key -> new ArrayList<>()).add(row));
    if (cells.isEmpty()) {
      return List.of();
    }
    Map<String, List<Row>> contrasts = new TreeMap<>();
    store
        .read(Tables.GRAMMAR_CONTRASTS)
        .where(col("run_id").equalTo(analysis.get()))
        .where("sampling = 'stratified' AND isolated = 'none' AND measured = 'robustness'")
        .orderBy("side_a", "side_b")
        .collectAsList()
        .forEach(row -> contrasts.computeIfAbsent(cell(row), key -> new ArrayList<>()).add(row));
    List<String> lines = new ArrayList<>();
    cells.forEach(
        (cell, rows) -> lines.add(groups(rows) + sides(contrasts.getOrDefault(cell, List.of()))));
    return lines;
  }

  private static String cell(Row row) {
    return row.getAs("suite") + "\u0000" + row.getAs("system");
  }

  private static String groups(List<Row> rows) {
    Row first = rows.get(0);
    return "%s on %s: of %s groups of questions that mean the same it answers %s right in every wording, %s in some%s, %s in none%s%s."
        .formatted(
            first.getAs("system"),
            first.getAs("suite"),
            Shown.count(total(rows, row -> true)),
            Shown.count(total(rows, is("robust"))),
            Shown.count(total(rows, is("non_robust"))),
            causes(rows, "non_robust"),
            Shown.count(total(rows, is("gap"))),
            causes(rows, "gap"),
            undecided(total(rows, is("undecided"))));
  }

  private static String undecided(long groups) {
    return groups == 0 ? "" : "; of " + Shown.count(groups) + " nothing can be said";
  }

  /** Why groups of a kind fail, the most frequent cause first. */
  private static String causes(List<Row> rows, String kind) {
    String causes =
        rows.stream()
            .filter(is(kind))
            .sorted(
                java.util.Comparator.comparing((Row row) -> -row.<Long>getAs("groups"))
                    .thenComparing(GroupWords::cause))
            .map(row -> cause(row) + " " + Shown.count(row.<Long>getAs("groups")))
            .collect(Collectors.joining(", "));
    return causes.isEmpty() ? "" : " (" + causes + ")";
  }

  private static String cause(Row row) {
    return switch (RowValues.<String>optional(row, "cause").orElse("unknown")) {
      case "corpus" -> "no document holds the fact";
      case "corpus_or_retrieval" -> "no document holds the fact or retrieval";
      case "both" -> "retrieval and model";
      case "unknown" -> "cause unknown";
      default -> row.getAs("cause");
    };
  }

  private static Predicate<Row> is(String kind) {
    return row -> row.getAs("kind").equals(kind);
  }

  private static long total(List<Row> rows, Predicate<Row> which) {
    return rows.stream().filter(which).mapToLong(row -> row.<Long>getAs("groups")).sum();
  }

  /** What the paired tests show of the hypothesis' sides, where they show something. */
  private static String sides(List<Row> contrasts) {
    return contrasts.stream()
        .filter(row -> RowValues.number(row, "p_adjusted").orElse(1) < CLEAR)
        .map(GroupWords::side)
        .collect(Collectors.joining());
  }

  private static String side(Row row) {
    double difference = row.<Double>getAs("difference");
    boolean second = difference > 0;
    double low = RowValues.number(row, "ci_low").orElse(difference);
    double high = RowValues.number(row, "ci_high").orElse(difference);
    return String.format(
        Locale.ROOT,
        " Gaps aside, with %s = %s it is right less often than with %s, by %.0f (%.0f to %.0f) percentage points, p = %s.",
        row.getAs("hypothesis"),
        row.getAs(second ? "side_b" : "side_a"),
        row.getAs(second ? "side_a" : "side_b"),
        100 * Math.abs(difference),
        100 * (second ? low : -high),
        100 * (second ? high : -low),
        Shown.p(row, "p_adjusted"));
  }
}
