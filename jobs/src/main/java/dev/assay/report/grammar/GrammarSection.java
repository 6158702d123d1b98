package dev.assay.report.grammar;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.sum;

import dev.assay.report.figures.Shown;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What {@code grammar.peb} shows: for each system and suite its groups, Tables 2 and 3 of the paper
 * and its Table 1.
 */
public final class GrammarSection {
  private static final int EXAMPLES = 3;

  private final Store store;
  private final String runId;

  private GrammarSection(Store store, String runId) {
    this.store = store;
    this.runId = runId;
  }

  /** How many groups have a kind, of the share {@code percent}, behind {@code from} of others. */
  public record Kind(String id, String words, String groups, String percent, String from) {}

  /** How many groups of a kind fail for a reason. */
  public record Cause(
      String kind, String cause, String way, String groups, List<String> examples) {}

  /** How many answers were decided in a way. */
  public record Decided(String way, String answers) {}

  /** A metric without truth against the truth. */
  public record Worth(
      String metric,
      String n,
      String precision,
      String precisionInterval,
      String recall,
      String recallInterval) {}

  /** One system on one suite. */
  public record Part(
      String system,
      String suite,
      String answers,
      String undecided,
      List<Kind> kinds,
      List<Cause> causes,
      List<Decided> ways,
      List<SidesTable> sides,
      List<Worth> metrics) {}

  /**
   * @param analysis the run that the page is about; empty: none
   */
  public static List<Part> of(Store store, Optional<String> analysis) {
    return analysis.map(run -> new GrammarSection(store, run).parts()).orElse(List.of());
  }

  private Dataset<Row> read(Table table) {
    return store.read(table).where(col("run_id").equalTo(runId));
  }

  private List<Part> parts() {
    Dataset<Row> groups = read(Tables.GRAMMAR_GROUPS);
    List<Row> kinds =
        groups
            .groupBy("system", "suite", "kind")
            .agg(count(lit(1)).as("groups"), sum("n").as("n"), sum("undecided").as("undecided"))
            .collectAsList();
    if (kinds.isEmpty()) {
      return List.of();
    }
    List<Row> causes =
        groups
            .where(col("cause").isNotNull())
            .groupBy("system", "suite", "kind", "cause", "cause_way")
            .agg(
                count(lit(1)).as("groups"),
                slice(array_sort(collect_list("question")), 1, EXAMPLES).as("examples"))
            .orderBy(col("kind"), col("groups").desc(), col("cause"), col("cause_way"))
            .collectAsList();
    List<Row> ways =
        groups
            .select(col("system"), col("suite"), explode(col("ways")).as(new String[] {"way", "k"}))
            .groupBy("system", "suite", "way")
            .agg(sum("k").as("answers"))
            .orderBy(col("answers").desc(), col("way"))
            .collectAsList();
    List<Row> figures = read(Tables.GRAMMAR_HYPOTHESES).collectAsList();
    List<Row> contrasts = read(Tables.GRAMMAR_CONTRASTS).collectAsList();
    List<Row> worths =
        read(Tables.GRAMMAR_RELIABILITY).orderBy("suite", "metric", "system").collectAsList();
    Map<String, List<Row>> cells = new TreeMap<>();
    kinds.forEach(row -> cells.computeIfAbsent(cell(row), c -> new ArrayList<>()).add(row));
    List<Part> parts = new ArrayList<>();
    cells.forEach(
        (cell, rows) ->
            parts.add(
                new Part(
                    rows.get(0).getAs("system"),
                    rows.get(0).getAs("suite"),
                    Shown.count(total(rows, "n")),
                    Shown.count(total(rows, "undecided")),
                    kinds(rows),
                    in(cell, causes).stream().map(GrammarSection::cause).toList(),
                    in(cell, ways).stream()
                        .map(
                            row ->
                                new Decided(
                                    row.<String>getAs("way").replace('_', ' '),
                                    Shown.count(row.<Long>getAs("answers"))))
                        .toList(),
                    SidesTable.all(in(cell, figures), in(cell, contrasts)),
                    in(cell, worths).stream().map(GrammarSection::worth).toList())));
    return parts;
  }

  private static String cell(Row row) {
    return row.getAs("system") + "\u0000" + row.getAs("suite");
  }

  private static List<Row> in(String cell, List<Row> rows) {
    return rows.stream().filter(row -> cell(row).equals(cell)).toList();
  }

  private static long total(List<Row> rows, String column) {
    return rows.stream().mapToLong(row -> row.<Long>getAs(column)).sum();
  }

  private static List<Kind> kinds(List<Row> rows) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("robust", "robust");
    words.put("non_robust", "not robust");
    words.put("gap", "gaps");
    words.put("undecided", "undecided");
    long all = total(rows, "groups");
    List<Kind> kinds = new ArrayList<>();
    long[] before = {0};
    words.forEach(
        (id, word) -> {
          long groups =
              total(rows.stream().filter(row -> row.getAs("kind").equals(id)).toList(), "groups");
          if (groups > 0) {
            kinds.add(
                new Kind(
                    id, word, Shown.count(groups), percent(groups, all), percent(before[0], all)));
            before[0] += groups;
          }
        });
    return kinds;
  }

  private static String percent(long part, long all) {
    return String.format(java.util.Locale.ROOT, "%.1f", 100.0 * part / all);
  }

  private static Cause cause(Row row) {
    return new Cause(
        row.<String>getAs("kind").replace('_', '-'),
        row.<String>getAs("cause").replace('_', ' '),
        RowValues.<String>optional(row, "cause_way").orElse("–"),
        Shown.count(row.<Long>getAs("groups")),
        RowValues.<String>list(row, "examples").stream()
            .map(
                text ->
                    text.length() > 160
                        ? text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, 160)))
                            + "…"
                        : text)
            .toList());
  }

  private static Worth worth(Row row) {
    return new Worth(
        row.getAs("metric"),
        Shown.count(row.<Long>getAs("n")),
        Shown.share(row, "precision"),
        Shown.interval(row, "precision_low", "precision_high"),
        Shown.share(row, "recall"),
        Shown.interval(row, "recall_low", "recall_high"));
  }
}
