package dev.assay.jobs.gate;

import dev.assay.config.AssayConfig;
import dev.assay.config.GateConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.gate.GateCheck.Outcome;
import dev.assay.stats.BoundTest;
import dev.assay.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tests against the baseline: how each system has changed on the cases that both cover. */
final class GateDrops {
  private final AssayConfig config;
  private final GateCells cells;
  private final Drop drop;

  GateDrops(Run run, GateCells cells) {
    this.config = run.config();
    this.cells = cells;
    this.drop = new Drop(Analyses.of(run, config.baseline().run()));
  }

  List<GateCheck> checks() {
    GateConfig gate = config.gate();
    List<GateCheck> checks = new ArrayList<>();
    for (String dimension : cells.dimensions()) {
      for (String system : cells.systems()) {
        for (String slice : gate.slices()) {
          Optional<Interval> difference =
              gate.human()
                  ? drop.human(dimension, system, slice)
                  : drop.metric(gate.metric(), cells.metric(), system, slice);
          checks.add(check(cells.subject(dimension), system, slice, difference));
        }
      }
    }
    return checks;
  }

  private GateCheck check(
      String subject, String system, String slice, Optional<Interval> difference) {
    String run = config.baseline().run();
    if (difference.isEmpty()) {
      return GateCells.failed(
          "baseline",
          subject,
          system,
          slice,
          "no case has a value here and in baseline.run = '"
              + run
              + "', there of system '"
              + config.baseline().system(system)
              + "'");
    }
    Interval found = difference.get();
    if (found.low().isEmpty()) {
      return GateCells.failed(
          "baseline",
          subject,
          system,
          slice,
          "the difference to '%s' has no interval (%s)".formatted(run, found.method()));
    }
    double tolerance = config.gate().tolerance();
    BoundTest test =
        new BoundTest(
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
        "baseline", subject, system, slice, outcome, text + cells.undecided(outcome, test));
  }
}
