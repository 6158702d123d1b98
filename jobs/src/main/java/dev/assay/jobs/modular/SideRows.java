package dev.assay.jobs.modular;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.flatten;

import dev.assay.base.Seeds;
import dev.assay.config.grammar.HypothesisConfig;
import dev.assay.grammar.modular.Isolation;
import dev.assay.grammar.modular.Sampling;
import dev.assay.grammar.modular.SideContrast;
import dev.assay.grammar.modular.SideContrast.Measured;
import dev.assay.grammar.modular.SideCounts;
import dev.assay.grammar.modular.SideFigures;
import dev.assay.grammar.modular.Sides;
import dev.assay.jobs.engine.Run;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Resampling;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** Rows of grammar_hypotheses and grammar_contrasts. */
final class SideRows {

  /** What executors need. */
  private record Settings(
      String runId,
      List<HypothesisConfig> hypotheses,
      long seed,
      int replicates,
      double confidence,
      IntervalMethod method)
      implements Serializable {

    Sides sides(Row row, List<SideCounts> counts, Sampling sampling, Isolation isolation) {
      String cell =
          String.join("|", row.getAs("system"), row.getAs("suite"), sampling.id(), isolation.id());
      return Sides.of(
          counts,
          sampling,
          isolation,
          new Resampling(replicates, confidence, Seeds.of(seed, "grammar sides", cell)),
          method);
    }
  }

  private final Settings settings;

  SideRows(Run run) {
    this.settings =
        new Settings(
            run.runId(),
            run.config().grammar().modular().hypotheses(),
            run.config().run().seed(),
            run.config().analyze().replicates(),
            run.config().analyze().confidence(),
            IntervalMethod.valueOf(run.config().analyze().interval().toUpperCase(Locale.ROOT)));
  }

  private static Dataset<Row> bySystem(Dataset<Row> verdicts) {
    return verdicts
        .groupBy("system", "suite")
        .agg(flatten(collect_list(col(GroupRows.SIDES))).as(GroupRows.SIDES));
  }

  /** Wordings without the attribute are on no side. */
  private static List<SideCounts> counts(Row row, String hypothesis) {
    return RowValues.<Row>list(row, GroupRows.SIDES).stream()
        .filter(side -> side.<String>getAs("hypothesis").equals(hypothesis))
        .map(GroupRows::side)
        .filter(side -> !side.side().isEmpty())
        .toList();
  }

  Dataset<Row> hypotheses(Dataset<Row> verdicts) {
    Settings s = settings;
    return bySystem(verdicts)
        .flatMap(
            (FlatMapFunction<Row, Row>)
                row ->
                    s.hypotheses().stream()
                        .flatMap(one -> hypotheses(row, one.attribute(), s).stream())
                        .iterator(),
            Encoders.row(Tables.GRAMMAR_HYPOTHESES.schema()));
  }

  private static List<Row> hypotheses(Row row, String hypothesis, Settings s) {
    List<SideCounts> counts = counts(row, hypothesis);
    List<Row> rows = new ArrayList<>();
    for (Sampling sampling : Sampling.values()) {
      for (Isolation isolation : Isolation.values()) {
        for (SideFigures side : s.sides(row, counts, sampling, isolation).figures()) {
          rows.add(
              NamedRow.of(Tables.GRAMMAR_HYPOTHESES)
                  .copy(row, "system", "suite")
                  .set("run_id", s.runId())
                  .set("hypothesis", hypothesis)
                  .set("side", side.side())
                  .set("sampling", sampling.id())
                  .set("isolated", isolation.id())
                  .set("accuracy", side.accuracy().estimate())
                  .set("accuracy_low", side.accuracy().low())
                  .set("accuracy_high", side.accuracy().high())
                  .set("accuracy_method", side.accuracy().method())
                  .set("robustness", side.robustness().map(Interval::estimate))
                  .set("robustness_low", side.robustness().map(Interval::low))
                  .set("robustness_high", side.robustness().map(Interval::high))
                  .set(
                      "robustness_method",
                      side.robustness().map(Interval::method).orElse("none: all groups are gaps"))
                  .set("lambda", side.lambda())
                  .set("n", side.n())
                  .set("n_groups", side.groups())
                  .set("n_gap_groups", side.gapGroups())
                  .build());
        }
      }
    }
    return rows;
  }

  Dataset<Row> contrasts(Dataset<Row> verdicts) {
    Settings s = settings;
    return bySystem(verdicts)
        .flatMap(
            (FlatMapFunction<Row, Row>)
                row ->
                    s.hypotheses().stream()
                        .flatMap(one -> contrasts(row, one, s).stream())
                        .iterator(),
            Encoders.row(Tables.GRAMMAR_CONTRASTS.schema()));
  }

  private static List<Row> contrasts(Row row, HypothesisConfig hypothesis, Settings s) {
    String attribute = hypothesis.attribute();
    List<SideCounts> counts = counts(row, attribute);
    List<String> names = counts.stream().map(SideCounts::side).distinct().sorted().toList();
    List<Row> rows = new ArrayList<>();
    for (Sampling sampling : Sampling.values()) {
      for (Isolation isolation : Isolation.values()) {
        Sides sides = s.sides(row, counts, sampling, isolation);
        for (Measured measured : Measured.values()) {
          List<SideContrast> found =
              pairs(names, hypothesis.suspected()).stream()
                  .flatMap(pair -> sides.contrast(pair[0], pair[1], measured).stream())
                  .toList();
          List<OptionalDouble> adjusted = SideContrast.adjusted(found);
          for (int pair = 0; pair < found.size(); pair++) {
            rows.add(
                row(row, s, attribute, sampling, isolation, found.get(pair), adjusted.get(pair)));
          }
        }
      }
    }
    return rows;
  }

  private static List<String[]> pairs(List<String> names, String suspected) {
    List<String[]> pairs = new ArrayList<>();
    for (int a = 0; a < names.size(); a++) {
      for (int b = a + 1; b < names.size(); b++) {
        if (names.get(a).equals(suspected)) {
          pairs.add(new String[] {names.get(b), names.get(a)});
        } else if (names.get(b).equals(suspected) || !names.contains(suspected)) {
          pairs.add(new String[] {names.get(a), names.get(b)});
        }
      }
    }
    return pairs;
  }

  private static Row row(
      Row row,
      Settings s,
      String hypothesis,
      Sampling sampling,
      Isolation isolation,
      SideContrast found,
      OptionalDouble adjusted) {
    return NamedRow.of(Tables.GRAMMAR_CONTRASTS)
        .copy(row, "system", "suite")
        .set("run_id", s.runId())
        .set("hypothesis", hypothesis)
        .set("side_a", found.a())
        .set("side_b", found.b())
        .set("sampling", sampling.id())
        .set("isolated", isolation.id())
        .set("measured", found.measured().id())
        .set("difference", found.difference().estimate())
        .set("ci_low", found.difference().low())
        .set("ci_high", found.difference().high())
        .set("ci_method", found.difference().method())
        .set("p_value", found.pValue())
        .set("p_adjusted", adjusted)
        .set("test", found.test())
        .set("n_groups", (long) found.difference().nGroups())
        .build();
  }
}
