package dev.assay.jobs.gate;

import dev.assay.config.AssayConfig;
import dev.assay.config.GateConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.gate.BaselineCases.Uncovered;
import dev.assay.jobs.gate.GateCheck.Outcome;
import dev.assay.stats.BoundCheck;
import dev.assay.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tests against the baseline: how each system has changed on the cases that both cover, where that
 * is nearly all that the baseline covers.
 */
final class GateDrops {
  private final AssayConfig config;
  private final GateConfig gate;
  private final GateCells cells;
  private final GateBound bound;
  private final Analyses analyses;
  private final BaselineCases cases;
  private final Drop drop;

  GateDrops(Run run, GateCells cells, GateBound bound) {
    this.config = run.config();
    this.gate = config.gate();
    this.cells = cells;
    this.bound = bound;
    this.analyses = Analyses.of(run, config.baseline().run());
    this.cases = new BaselineCases(analyses);
    this.drop = new Drop(analyses);
  }

  List<GateCheck> checks() {
    List<GateCheck> checks = new ArrayList<>();
    for (String dimension : cells.dimensions()) {
      for (String system : compared()) {
        for (String slice : gate.slices()) {
          checks.add(check(dimension, system, slice));
        }
      }
    }
    return checks;
  }

  /** The systems that are named; else all but those that would be compared with themselves. */
  private List<String> compared() {
    List<String> others = cells.systems().stream().filter(one -> !analyses.itself(one)).toList();
    return gate.systems().isEmpty() && !others.isEmpty() ? others : cells.systems();
  }

  private GateCheck check(String dimension, String system, String slice) {
    String subject = cells.subject(dimension);
    if (analyses.itself(system)) {
      return failed(
          subject,
          system,
          slice,
          "it would be compared with itself: name another run or baseline.systems");
    }
    Uncovered uncovered = cases.of(system, slice);
    if (uncovered.share() > gate.maxMissingShare()) {
      return failed(
          subject,
          system,
          slice,
          String.format(
              Locale.ROOT,
              "%d of %d cases of the baseline are not covered, at most %.1f %% may be missing",
              uncovered.gone(),
              uncovered.all(),
              100 * gate.maxMissingShare()));
    }
    return (gate.human()
            ? drop.human(dimension, system, slice)
            : drop.metric(gate.metric(), bound.metric(), system, slice))
        .map(difference -> check(subject, system, slice, difference))
        .orElseGet(
            () ->
                failed(
                    subject,
                    system,
                    slice,
                    "no case has a value here and in baseline.run = '%s', there of system '%s'"
                        .formatted(config.baseline().run(), config.baseline().system(system))));
  }

  private GateCheck check(String subject, String system, String slice, Interval found) {
    String run = config.baseline().run();
    if (found.low().isEmpty()) {
      return new GateCheck(
          "baseline",
          subject,
          system,
          slice,
          Outcome.UNDECIDED,
          "undecided: the difference to '%s' has no interval (%s)".formatted(run, found.method()));
    }
    double tolerance = gate.tolerance();
    BoundCheck test =
        new BoundCheck(
            found.estimate(),
            found.low().getAsDouble(),
            found.high().getAsDouble(),
            -tolerance,
            found.nGroups());
    Outcome outcome = GateCheck.outcome(test.outcome());
    String text =
        String.format(
            Locale.ROOT,
            "%+.4f [%+.4f, %+.4f] since '%s' over %d questions, a drop of %.4f is put up with",
            found.estimate(),
            found.low().getAsDouble(),
            found.high().getAsDouble(),
            run,
            found.nGroups(),
            tolerance);
    return new GateCheck(
        "baseline", subject, system, slice, outcome, text + bound.undecided(outcome, test));
  }

  private static GateCheck failed(String subject, String system, String slice, String text) {
    return GateCells.failed("baseline", subject, system, slice, text);
  }
}
