package dev.assay.bench;

import static dev.assay.bench.SampleBench.print;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.jobs.estimate.Cluster;
import dev.assay.jobs.estimate.CostModel;
import dev.assay.jobs.estimate.EndpointTerms;
import dev.assay.jobs.estimate.StageEstimate;
import dev.assay.jobs.estimate.StageWork;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Stages as they were measured, beside what the model says of them. */
final class Measured {
  /** Below this share of the smaller run's time a difference may be anything. */
  private static final double NOISE = .15;

  private record Point(String stage, double amount, double seconds, double processor) {}

  private final CostModel model;
  private final int cores;
  private final Map<String, List<Point>> points = new LinkedHashMap<>();
  private final Map<String, Double> bytes = new LinkedHashMap<>();
  private boolean counts;

  Measured(CostModel model, int cores) {
    this.model = model;
    this.cores = cores;
  }

  /** Whether what follows is measured, not run to warm up. */
  void counts(boolean yes) {
    counts = yes;
  }

  void stage(String stage, String unit, double amount, Runnable work) {
    stage(stage, unit, () -> amount, work);
  }

  /** The amount is asked for when the work is done. */
  void stage(String stage, String unit, DoubleSupplier amount, Runnable work) {
    double before = processor();
    double seconds = SampleBench.seconds(work);
    double processor = processor() - before;
    if (!counts) {
      return;
    }
    double units = amount.getAsDouble();
    StageEstimate said =
        model.of(
            new StageWork(stage, Map.of(unit, units), 0, 0, Map.of(), 0),
            new Cluster(1, cores),
            EndpointTerms.UNKNOWN);
    print(
        "%-10s %,12.0f x %-22s %8.1f s, %.1f s of processor; %s",
        stage,
        units,
        unit,
        seconds,
        processor,
        said.likely().isPresent()
            ? "predicted %.1f s, %+.0f %%"
                .formatted(
                    said.likely().getAsDouble(), 100 * (said.likely().getAsDouble() / seconds - 1))
            : "not predicted: " + said.seconds().missing());
    points
        .computeIfAbsent(unit, name -> new ArrayList<>())
        .add(new Point(stage, units, seconds, processor));
  }

  void bytes(String table, long rows, long stored) {
    if (counts && rows > 0) {
      bytes.put(table, (double) stored / rows);
      print("%-10s %,12d rows of %.0f bytes", table, rows, (double) stored / rows);
    }
  }

  /** As lines of unit-costs.conf, from the smallest and the largest run. */
  void printUnits() {
    points.forEach(
        (unit, all) -> {
          Point small = all.get(0);
          Point large = all.get(all.size() - 1);
          double seconds = large.seconds() - small.seconds();
          if (all.size() < 2 || seconds < NOISE * small.seconds()) {
            print("# %s: not told apart from nothing; take sizes further apart", unit);
            return;
          }
          double each = seconds / (large.amount() - small.amount());
          print(
              "\"%s\" { core-seconds = %.3g, to = %.3g } # of processor: %.3g",
              unit,
              each * cores,
              large.amount(),
              (large.processor() - small.processor()) / (large.amount() - small.amount()));
          print(
              "%s = %.1f # fixed-seconds", small.stage(), small.seconds() - each * small.amount());
        });
    bytes.forEach((table, each) -> print("%s = %.0f # row-bytes", table, each));
  }

  /** Processor time of this process so far, in seconds. */
  static double processor() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }
}
