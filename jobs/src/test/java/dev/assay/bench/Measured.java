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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.DoubleSupplier;

/** Stages as they were measured, beside what the model says of them. */
final class Measured {
  /** Below this share of the smaller run's time a difference may be anything. */
  private static final double NOISE = .15;

  private record Point(String stage, double amount, double seconds, double processor) {
    /** Seconds that one more takes, up to {@code larger}. */
    double each(Point larger) {
      return (larger.seconds - seconds) / (larger.amount - amount);
    }
  }

  private final CostModel model;
  private final int cores;
  private final Map<String, List<Point>> points = new LinkedHashMap<>();
  private final Map<String, Double> bytes = new LinkedHashMap<>();
  private final Set<String> several = new HashSet<>();
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
    measure(stage, unit, amount, units -> work(stage, Map.of(unit, units), 0), work);
  }

  /** What a stage has to do that asks nobody; bytes are predicted elsewhere. */
  static StageWork work(String stage, Map<String, Double> amounts, double batches) {
    return new StageWork(stage, amounts, batches, 0, Map.of(), 0);
  }

  /**
   * The same of what several units make: an equation for them, and no unit.
   *
   * @param predicted what {@code bench plan} has of the amount that is measured
   */
  void several(
      String stage,
      String unit,
      DoubleSupplier amount,
      DoubleFunction<StageWork> predicted,
      Runnable work) {
    several.add(unit);
    measure(stage, unit, amount, predicted, work);
  }

  private void measure(
      String stage,
      String unit,
      DoubleSupplier amount,
      DoubleFunction<StageWork> predicted,
      Runnable work) {
    double before = processor();
    double seconds = SampleBench.seconds(work);
    double processor = processor() - before;
    if (!counts) {
      return;
    }
    double units = amount.getAsDouble();
    StageEstimate said =
        model.of(predicted.apply(units), new Cluster(1, cores), EndpointTerms.UNKNOWN);
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

  /**
   * As lines of unit-costs.conf, from the smallest and the largest run; where there are more, the
   * one before the largest is where the first, which cost more, end. What several units make is a
   * comment there.
   */
  void printUnits() {
    points.forEach((unit, all) -> printUnit(unit, fastest(all)));
    bytes.forEach((table, each) -> SampleBench.print("%s = %.0f # row-bytes", table, each));
  }

  /** Of each amount the fastest run, the smallest amount first. */
  private static List<Point> fastest(List<Point> all) {
    SortedMap<Double, Point> fastest = new TreeMap<>();
    for (Point point : all) {
      fastest.merge(point.amount(), point, (a, b) -> a.seconds() <= b.seconds() ? a : b);
    }
    return List.copyOf(fastest.values());
  }

  /** Core-seconds of one, by the smallest and the largest amount of {@code unit}. */
  OptionalDouble coreSeconds(String unit) {
    List<Point> sorted = fastest(points.getOrDefault(unit, List.of()));
    return sorted.size() < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of(cores * sorted.get(0).each(sorted.get(sorted.size() - 1)));
  }

  /** Seconds that do not grow, by the two smallest amounts of {@code unit}. */
  double fixed(String unit) {
    List<Point> sorted = fastest(points.get(unit));
    Point small = sorted.get(0);
    return small.seconds() - small.each(sorted.get(1)) * small.amount();
  }

  int cores() {
    return cores;
  }

  private void printUnit(String unit, List<Point> sorted) {
    Point small = sorted.get(0);
    Point large = sorted.get(sorted.size() - 1);
    if (sorted.size() < 2 || large.seconds() - small.seconds() < NOISE * small.seconds()) {
      SampleBench.print("# %s: not told apart from nothing; take sizes further apart", unit);
      return;
    }
    Point middle = sorted.get(Math.max(0, sorted.size() - 2));
    double each = middle.each(large);
    double first = sorted.size() > 2 ? small.each(middle) : each;
    String mark = several.contains(unit) ? "# " : "";
    SampleBench.print(
        "%s\"%s\" { core-seconds = %.3g, to = %.3g%s } # of processor: %.3g",
        mark,
        unit,
        each * cores,
        large.amount(),
        sorted.size() > 2
            ? String.format(
                Locale.ROOT,
                ", first = %.3g, first-core-seconds = %.3g",
                middle.amount(),
                first * cores)
            : "",
        (large.processor() - small.processor()) / (large.amount() - small.amount()));
    SampleBench.print(
        "%s%s = %.1f # fixed-seconds",
        mark, small.stage(), small.seconds() - first * small.amount());
  }

  /** Processor time of this process so far, in seconds. */
  static double processor() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }
}
