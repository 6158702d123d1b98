package dev.assay.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** A risk as the page shows it: a sentence, a figure and a line for each method. */
final class RiskView {
  private static final int BINS = 30;
  private static final double WIDTH = 640;
  private static final double HEIGHT = 170;
  private static final double HALF = 75;

  /** Between the names of two thresholds. */
  private static final double ROW = 12;

  /** Everything that the template reads; {@code figure} is empty without labelled scores. */
  record Shown(String name, String rating, String sentence, List<Line> lines, Figure figure) {}

  record Line(
      String method,
      String threshold,
      String folds,
      String typeI,
      String typeII,
      String n,
      String reason) {}

  /** Bars above the axis for passed, below for failed; marks are the thresholds. */
  record Figure(List<Bar> bars, List<Mark> marks, String low, String high, String description) {}

  record Bar(String x, String y, String width, String height, boolean passed) {}

  record Mark(String x, String method, String y) {}

  private RiskView() {}

  static Shown of(Risk risk, Findings findings) {
    MetricFacts facts = findings.metrics().get(risk.metric());
    String metric = facts == null ? risk.metric() : facts.title();
    String sentence =
        "Measured by "
            + metric
            + " against the human judgment “"
            + risk.dimension()
            + "”. Appetite "
            + risk.appetite()
            + ": confidence "
            + Numbers.percent(OptionalDouble.of(risk.confidence()))
            + ". "
            + cost(risk.cost());
    return new Shown(
        risk.name(),
        risk.rating(),
        sentence,
        risk.thresholds().stream().map(RiskView::line).toList(),
        figure(risk));
  }

  /** What measuring took, to weigh against the risk. */
  private static String cost(Risk.Cost cost) {
    String people =
        "Measured on "
            + Numbers.count(cost.responses())
            + " responses with "
            + Numbers.count(cost.labelled())
            + " human labels; ";
    if (cost.calls() == 0) {
      return people + "its evaluator called no language model.";
    }
    return people
        + "its evaluator took "
        + Numbers.count(cost.calls())
        + " calls of language models, "
        + Numbers.count(cost.tokens())
        + " tokens, "
        + String.format(Locale.ROOT, "cost %.4f", cost.money())
        + (cost.responses() == 0
            ? "."
            : String.format(
                Locale.ROOT,
                " (%.4f for 1,000 responses).",
                1000 * cost.money() / cost.responses()));
  }

  private static Line line(Risk.Chosen chosen) {
    return new Line(
        chosen.method().replace('_', ' '),
        chosen.threshold().isPresent() ? fine(chosen.threshold().getAsDouble()) : Numbers.ABSENT,
        chosen.folds().stream().sorted().map(RiskView::fine).collect(Collectors.joining(", ")),
        Numbers.percent(chosen.typeI()),
        Numbers.percent(chosen.typeII()),
        Numbers.count(chosen.n()),
        chosen.reason());
  }

  private static String fine(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replace('-', '−');
  }

  private static Figure figure(Risk risk) {
    double[] all =
        DoubleStream.concat(stream(risk.failed()), stream(risk.passed())).sorted().toArray();
    if (all.length == 0) {
      return new Figure(List.of(), List.of(), "", "", "");
    }
    double low = all[0];
    double width = Math.max(all[all.length - 1] - low, 1e-9);
    List<Bar> bars = new ArrayList<>(bars(risk.passed(), low, width, true));
    bars.addAll(bars(risk.failed(), low, width, false));
    return new Figure(
        bars,
        marks(risk, low, width),
        fine(low),
        fine(low + width),
        "Scores that humans passed (%d, above the line) and failed (%d, below), with thresholds"
            .formatted(risk.passed().size(), risk.failed().size()));
  }

  /**
   * A row for each, the furthest to the right first: a name stands to the right of its line, so
   * that no line of a later row runs through it.
   */
  private static List<Mark> marks(Risk risk, double low, double width) {
    List<Risk.Chosen> inside =
        risk.thresholds().stream()
            .filter(chosen -> chosen.threshold().isPresent())
            .filter(chosen -> chosen.threshold().getAsDouble() >= low)
            .filter(chosen -> chosen.threshold().getAsDouble() <= low + width)
            .sorted(
                Comparator.comparingDouble(
                        (Risk.Chosen chosen) -> -chosen.threshold().getAsDouble())
                    .thenComparing(Risk.Chosen::method))
            .toList();
    List<Mark> marks = new ArrayList<>();
    for (Risk.Chosen chosen : inside) {
      marks.add(
          new Mark(
              number((chosen.threshold().getAsDouble() - low) / width * WIDTH),
              chosen.method().replace('_', ' '),
              number(HEIGHT + 12 + ROW * marks.size())));
    }
    return marks;
  }

  /** Each class to its own scale: what matters is where its scores lie. */
  private static List<Bar> bars(List<Double> scores, double low, double width, boolean passed) {
    int[] counts = new int[BINS];
    for (double score : scores) {
      counts[(int) Math.min(BINS - 1, (score - low) / width * BINS)]++;
    }
    int most = Math.max(1, java.util.Arrays.stream(counts).max().orElse(1));
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < BINS; i++) {
      if (counts[i] > 0) {
        double height = HALF * counts[i] / most;
        bars.add(
            new Bar(
                number(i * WIDTH / BINS),
                number(passed ? HALF + 5 - height : HALF + 5),
                number(WIDTH / BINS - 1),
                number(height),
                passed));
      }
    }
    return bars;
  }

  private static DoubleStream stream(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
