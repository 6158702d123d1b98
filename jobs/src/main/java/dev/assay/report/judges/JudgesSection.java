package dev.assay.report.judges;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a judge adds: by dimension of labels, the share of answers that is decided by the metrics
 * without a chat model, by judges, and by a model of both, each by the one that decides most under
 * the same promise.
 */
public final class JudgesSection {
  private static final String ABSENT = "–";

  private JudgesSection() {}

  /**
   * Decisions by a metric, or by a model of several.
   *
   * @param labelled questions with labels that its calibration saw; 0 where that is not known
   */
  public record Decided(
      String metric, String dimension, long labelled, long accept, long reject, long refer) {
    long decided() {
      return accept + reject;
    }

    double share() {
      long all = decided() + refer;
      return all == 0 ? 0 : (double) decided() / all;
    }
  }

  /** Who decides. */
  private enum By {
    EMBEDDED("without a judge"),
    JUDGES("judges alone"),
    BOTH("both in one model");

    private final String words;

    By(String words) {
      this.words = words;
    }
  }

  /**
   * A line of the table; a dash where nothing of that kind was applied.
   *
   * @param perLabel answers decided for each labelled question
   */
  public record Line(
      String by, String metric, String share, String accept, String reject, String perLabel) {}

  /** One dimension; {@code adds} is the sentence that the table comes to. */
  public record Part(String dimension, List<Line> lines, String adds) {}

  /**
   * Dimensions that a judge, or a model with one, was applied to; by name.
   *
   * @param models metrics by the name of a model of several
   * @param judged whether a chat model says a metric
   */
  public static List<Part> of(
      List<Decided> decided, Map<String, List<String>> models, Predicate<String> judged) {
    Map<String, Map<By, Decided>> best = new TreeMap<>();
    for (Decided one : decided) {
      List<String> inputs = models.getOrDefault(one.metric(), List.of(one.metric()));
      By by =
          inputs.stream().noneMatch(judged)
              ? By.EMBEDDED
              : inputs.stream().allMatch(judged) ? By.JUDGES : By.BOTH;
      best.computeIfAbsent(one.dimension(), d -> new TreeMap<>())
          .merge(by, one, JudgesSection::better);
    }
    List<Part> parts = new ArrayList<>();
    best.forEach(
        (dimension, by) -> {
          if (by.containsKey(By.JUDGES) || by.containsKey(By.BOTH)) {
            List<Line> lines = new ArrayList<>();
            for (By kind : By.values()) {
              lines.add(line(kind, Optional.ofNullable(by.get(kind))));
            }
            parts.add(new Part(dimension, List.copyOf(lines), adds(by)));
          }
        });
    return List.copyOf(parts);
  }

  private static Decided better(Decided a, Decided b) {
    return Comparator.comparingDouble(Decided::share)
                .thenComparing(Decided::metric, Comparator.reverseOrder())
                .compare(a, b)
            >= 0
        ? a
        : b;
  }

  private static Line line(By by, Optional<Decided> found) {
    return found
        .map(
            one ->
                new Line(
                    by.words,
                    one.metric(),
                    percent(one.share()),
                    Long.toString(one.accept()),
                    Long.toString(one.reject()),
                    one.labelled() == 0
                        ? ABSENT
                        : number("%.2f", (double) one.decided() / one.labelled())))
        .orElse(new Line(by.words, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT));
  }

  private static String adds(Map<By, Decided> by) {
    Optional<Decided> with =
        Stream.of(By.BOTH, By.JUDGES)
            .flatMap(kind -> Optional.ofNullable(by.get(kind)).stream())
            .max(Comparator.comparingDouble(Decided::share));
    Decided without = by.get(By.EMBEDDED);
    if (without == null || with.isEmpty()) {
      return "Nothing without a judge was calibrated in this dimension, so what the judge adds is"
          + " not known.";
    }
    String model =
        by.containsKey(By.BOTH)
            ? ""
            : " No model of calibrate.models has a judge and another metric, which may decide"
                + " more.";
    double gain = with.get().share() - without.share();
    if (Math.round(100 * gain) <= 0) {
      return "The judge adds nothing here: %s of the answers are decided with it, %s without.%s"
          .formatted(percent(with.get().share()), percent(without.share()), model);
    }
    return "The judge adds %s percentage points: %s of the answers are decided with it, %s without.%s"
        .formatted(
            number("%.0f", 100 * gain),
            percent(with.get().share()),
            percent(without.share()),
            model);
  }

  private static String percent(double share) {
    return number("%.0f\u00a0%%", 100 * share);
  }

  private static String number(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
