package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.config.GateConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.gate.GateCheck.Outcome;
import dev.assay.jobs.scores.Cells;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/** Tests of the last analysis alone: that there is a cell, what is missing, and the bound. */
final class GateCells {
  private static final int MOST_NAMES = 20;

  private final Run run;
  private final AssayConfig config;
  private final GateConfig gate;
  private final GateBound bound;
  private final List<Row> cells;

  private GateCells(Run run, GateBound bound, List<Row> cells) {
    this.bound = bound;
    this.run = run;
    this.config = run.config();
    this.gate = config.gate();
    this.cells = cells;
  }

  /** Those of the last analysis. */
  static GateCells of(Run run, GateBound bound) {
    List<Row> cells =
        run.store()
            .read(Tables.LEADERBOARD)
            .where(col("run_id").equalTo(run.latest("analyze")))
            .where(
                col("metric")
                    .equalTo(run.config().gate().metric())
                    .or(col("slice").equalTo(Cells.ALL).and(col("dimension").equalTo(""))))
            .orderBy("system", "slice", "metric", "dimension")
            .collectAsList();
    return new GateCells(run, bound, cells);
  }

  /** The systems that are held to it. */
  List<String> systems() {
    if (!gate.systems().isEmpty()) {
      return gate.systems();
    }
    TreeSet<String> systems = new TreeSet<>();
    cells.forEach(cell -> systems.add(cell.getAs("system")));
    return List.copyOf(systems);
  }

  /** The human dimensions that are tested; one that is empty for a metric. */
  List<String> dimensions() {
    if (!gate.human()) {
      return List.of("");
    }
    String wanted = gate.dimension().isEmpty() ? config.report().dimension() : gate.dimension();
    if (!wanted.isEmpty()) {
      return List.of(wanted);
    }
    TreeSet<String> judged = new TreeSet<>();
    cells.stream()
        .filter(cell -> cell.getAs("metric").equals(GateConfig.HUMAN))
        .forEach(cell -> judged.add(cell.getAs("dimension")));
    return List.copyOf(judged);
  }

  /** What is tested, in words. */
  String subject(String dimension) {
    return gate.human() ? GateConfig.HUMAN + "." + dimension : gate.metric();
  }

  List<GateCheck> checks() {
    if (systems().isEmpty()) {
      return List.of(
          failed("cell", gate.metric(), "", "", "the last analysis has no system to hold to it"));
    }
    if (dimensions().isEmpty()) {
      return List.of(
          failed(
              "cell",
              GateConfig.HUMAN,
              String.join(", ", systems()),
              Cells.ALL,
              "nobody has judged these answers, so there is nothing to gate but similarity: import"
                  + " labels, or name a metric in gate.metric"));
    }
    List<GateCheck> checks = new ArrayList<>();
    for (String dimension : dimensions()) {
      for (String system : systems()) {
        for (String slice : gate.slices()) {
          checks.addAll(checks(dimension, system, slice));
        }
      }
    }
    return checks;
  }

  private List<GateCheck> checks(String dimension, String system, String slice) {
    String subject = subject(dimension);
    Optional<Row> found =
        cells.stream()
            .filter(
                cell ->
                    cell.getAs("metric").equals(gate.metric())
                        && cell.getAs("dimension").equals(dimension)
                        && cell.getAs("system").equals(system)
                        && cell.getAs("slice").equals(slice))
            .findFirst();
    if (found.isEmpty()) {
      return List.of(failed("cell", subject, system, slice, absent(dimension, system, slice)));
    }
    Row cell = found.get();
    List<GateCheck> checks = new ArrayList<>();
    checks.add(missing(cell, subject));
    if (!gate.method().equals("none")) {
      GateBound.Found against = bound.of(cell, dimension);
      checks.add(check("bound", subject, cell, against.outcome(), against.text()));
    }
    return checks;
  }

  /** Why a cell that is wanted is not there. */
  private String absent(String dimension, String system, String slice) {
    Set<String> systems = measured("system");
    if (!systems.contains(system)) {
      return "the analysis has no system '%s'; it has: %s".formatted(system, listed(systems));
    }
    Set<String> slices = measured("slice");
    if (!slices.contains(slice)) {
      return "the analysis has no slice '%s'; it has: %s".formatted(slice, listed(slices));
    }
    return gate.human()
        ? "nobody judged any of its answers by '" + dimension + "'"
        : "it has no estimate";
  }

  private Set<String> measured(String column) {
    Set<String> values = new TreeSet<>();
    run.store()
        .read(Tables.LEADERBOARD)
        .where(col("run_id").equalTo(run.latest("analyze")))
        .select(column)
        .distinct()
        .collectAsList()
        .forEach(row -> values.add(row.getAs(column)));
    return values;
  }

  private static String listed(Set<String> names) {
    String shown = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    return names.size() <= MOST_NAMES
        ? shown
        : shown + " and " + (names.size() - MOST_NAMES) + " more";
  }

  private GateCheck missing(Row cell, String subject) {
    long missing = cell.getAs("n_missing");
    long all = missing + cell.<Long>getAs("n");
    double share = all == 0 ? 1 : (double) missing / all;
    return check(
        "missing",
        subject,
        cell,
        share <= gate.maxMissingShare() ? Outcome.PASSED : Outcome.FAILED,
        String.format(
            Locale.ROOT,
            "%d of %d %s, at most %.1f %% may be",
            missing,
            all,
            gate.human() ? "have no answer" : "are missing",
            100 * gate.maxMissingShare()));
  }

  private static GateCheck check(
      String test, String subject, Row cell, Outcome outcome, String text) {
    return new GateCheck(test, subject, cell.getAs("system"), cell.getAs("slice"), outcome, text);
  }

  static GateCheck failed(String test, String subject, String system, String slice, String text) {
    return new GateCheck(test, subject, system, slice, Outcome.FAILED, text);
  }
}
