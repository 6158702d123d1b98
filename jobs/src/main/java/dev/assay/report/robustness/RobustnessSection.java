package dev.assay.report.robustness;

import static org.apache.spark.sql.functions.col;

import dev.assay.report.figures.Shown;
import dev.assay.report.figures.Titles;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.spark.sql.Row;

/** What {@code robustness.peb} shows: for each system what its twins' perturbations changed. */
public final class RobustnessSection {
  private static final int MOST = 25;
  private static final String ALL = "all";
  private static final String ATTACK = "attack.goal_reached";

  /** Places that are changed, in their order. */
  private static final List<String> DOSES =
      List.of("very-low", "low", "medium", "high", "very-high", "extreme");

  private final Map<String, String> questions;

  private RobustnessSection(Map<String, String> questions) {
    this.questions = questions;
  }

  /**
   * A metric, a decision or an attack under a perturbation.
   *
   * @param what the metric, or the dimension that is decided
   * @param worse whether the interval of the drop lies above 0
   * @param example the question of the twin that lost most; empty where none lost
   */
  public record Line(
      String perturbation,
      String meaning,
      String what,
      String rate,
      String rateInterval,
      String drop,
      String dropInterval,
      String n,
      boolean worse,
      String example) {}

  /**
   * A metric over intensities.
   *
   * @param drops one for each of {@link Part#doses}; a dash where there is none
   * @param line the drops drawn
   */
  public record Dose(String perturbation, String what, List<String> drops, DoseLine line) {}

  /**
   * One system.
   *
   * @param others lines that are in the table and not shown
   * @param decisions those of which one changed
   * @param kept how many did not
   */
  public record Part(
      String system,
      List<Line> attacks,
      List<Line> effects,
      String others,
      List<Line> decisions,
      String kept,
      List<String> doses,
      List<Dose> responses) {}

  /**
   * @param analysis the run that the page is about; empty: none
   */
  public static List<Part> of(Store store, Optional<String> analysis) {
    if (analysis.isEmpty() || store.isBlank(Tables.ROBUSTNESS)) {
      return List.of();
    }
    List<Row> rows =
        store
            .read(Tables.ROBUSTNESS)
            .where(col("run_id").equalTo(analysis.get()))
            .orderBy("perturbation", "metric", "dimension", "intensity")
            .collectAsList();
    Map<String, List<Row>> systems = new TreeMap<>();
    rows.forEach(
        row -> systems.computeIfAbsent(row.getAs("system"), s -> new ArrayList<>()).add(row));
    List<String> ids =
        rows.stream().flatMap(row -> worst(row).stream()).distinct().sorted().toList();
    Map<String, String> questions = new HashMap<>();
    if (!ids.isEmpty()) {
      store
          .read(Tables.TEST_CASES)
          .where(col("case_id").isin(ids.toArray()))
          .select("case_id", "question")
          .collectAsList()
          .forEach(row -> questions.put(row.getAs("case_id"), row.getAs("question")));
    }
    RobustnessSection section = new RobustnessSection(questions);
    List<Part> parts = new ArrayList<>();
    systems.forEach((system, of) -> parts.add(section.part(system, of)));
    return parts;
  }

  private static Optional<String> worst(Row row) {
    return row.getAs("intensity").equals(ALL)
        ? RowValues.<String>list(row, "worst_case_ids").stream().findFirst()
        : Optional.empty();
  }

  private Part part(String system, List<Row> rows) {
    Predicate<Row> attack = row -> row.getAs("metric").equals(ATTACK);
    Predicate<Row> decision = row -> !row.<String>getAs("dimension").isEmpty();
    List<Row> whole = rows.stream().filter(row -> row.getAs("intensity").equals(ALL)).toList();
    List<Row> effects =
        whole.stream()
            .filter(attack.or(decision).negate())
            .sorted(
                Comparator.comparing((Row row) -> !worse(row))
                    .thenComparing(row -> -RowValues.number(row, "drop").orElse(-1))
                    .thenComparing(row -> row.<String>getAs("perturbation"))
                    .thenComparing(row -> row.<String>getAs("metric")))
            .toList();
    List<Row> graded =
        rows.stream()
            .filter(row -> !row.getAs("intensity").equals(ALL))
            .filter(attack.or(decision).negate())
            .toList();
    List<String> doses =
        DOSES.stream()
            .filter(dose -> graded.stream().anyMatch(row -> row.getAs("intensity").equals(dose)))
            .toList();
    List<Row> shown =
        firsts(effects, row -> List.of(row.getAs("perturbation"), row.getAs("metric")));
    List<Row> decisions = whole.stream().filter(attack.negate().and(decision)).toList();
    return new Part(
        system,
        lines(whole, attack),
        shown.stream().map(this::line).toList(),
        effects.size() > shown.size() ? Shown.count(effects.size() - shown.size()) : "",
        lines(decisions, RobustnessSection::changed),
        Shown.count(decisions.stream().filter(row -> !changed(row)).count()),
        doses,
        doses.size() < 2 ? List.of() : responses(graded, doses));
  }

  private List<Line> lines(List<Row> rows, Predicate<Row> which) {
    return rows.stream().filter(which).map(this::line).toList();
  }

  /** The first {@link #MOST}, one for each perturbation and evaluator: its metrics say the same. */
  private static <T> List<T> firsts(List<T> sorted, Function<T, List<String>> key) {
    Map<List<String>, T> firsts = new LinkedHashMap<>();
    for (T one : sorted) {
      List<String> names = key.apply(one);
      firsts.putIfAbsent(List.of(names.get(0), names.get(1).split("\\.", 2)[0]), one);
    }
    return firsts.values().stream().limit(MOST).toList();
  }

  private static boolean changed(Row row) {
    return RowValues.number(row, "flip_rate").orElse(0) > 0;
  }

  private static boolean worse(Row row) {
    return RowValues.number(row, "ci_low").orElse(0) > 0;
  }

  private Line line(Row row) {
    String dimension = row.getAs("dimension");
    return new Line(
        row.getAs("perturbation"),
        RowValues.<String>optional(row, "meaning").orElse("–"),
        dimension.isEmpty()
            ? Titles.of(row.getAs("metric"))
            : dimension + " by " + Titles.of(row.getAs("metric")),
        percent(row),
        Shown.interval(row, "flip_low", "flip_high"),
        Shown.share(row, "drop"),
        Shown.interval(row, "ci_low", "ci_high"),
        Shown.count(row.<Long>getAs("n")),
        worse(row),
        worst(row)
            .map(id -> questions.getOrDefault(id, ""))
            .map(RobustnessSection::cut)
            .orElse(""));
  }

  private static String percent(Row row) {
    return RowValues.number(row, "flip_rate").isPresent()
        ? String.format(
            Locale.ROOT, "%.0f %%", 100 * RowValues.number(row, "flip_rate").getAsDouble())
        : "–";
  }

  private static String cut(String text) {
    int most = 160;
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
  }

  /** Perturbations that were made in several degrees, the metric that drops most first. */
  private static List<Dose> responses(List<Row> graded, List<String> doses) {
    Map<List<String>, Map<String, Row>> cells = new HashMap<>();
    for (Row row : graded) {
      cells
          .computeIfAbsent(
              List.of(row.getAs("perturbation"), row.getAs("metric")), c -> new TreeMap<>())
          .put(row.getAs("intensity"), row);
    }
    List<Map.Entry<List<String>, Map<String, Row>>> sorted =
        cells.entrySet().stream()
            .filter(cell -> cell.getValue().size() > 1)
            .filter(
                cell ->
                    cell.getValue().values().stream()
                        .anyMatch(r -> RowValues.number(r, "drop").isPresent()))
            .sorted(
                Comparator.comparing(
                        (Map.Entry<List<String>, Map<String, Row>> cell) -> -most(cell))
                    .thenComparing(cell -> String.join(" ", cell.getKey())))
            .toList();
    return firsts(sorted, Map.Entry::getKey).stream()
        .map(
            cell ->
                new Dose(
                    cell.getKey().get(0),
                    Titles.of(cell.getKey().get(1)),
                    doses.stream().map(dose -> shown(cell.getValue().get(dose))).toList(),
                    DoseLine.of(
                        doses.stream()
                            .map(dose -> cell.getValue().get(dose))
                            .map(
                                row ->
                                    row == null
                                        ? OptionalDouble.empty()
                                        : RowValues.number(row, "drop"))
                            .toList())))
        .toList();
  }

  private static double most(Map.Entry<List<String>, Map<String, Row>> cell) {
    return cell.getValue().values().stream()
        .mapToDouble(row -> RowValues.number(row, "drop").orElse(-1))
        .max()
        .orElse(-1);
  }

  private static String shown(Row row) {
    return row == null ? "–" : Shown.share(row, "drop");
  }
}
