package dev.assay.report;

import dev.assay.conformal.CalibrationStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What a calibration is worth, in words. */
final class CalibrationView {

  /**
   * One calibration; {@code tone} is holds or fails, {@code order} what sorting by AUROC goes by.
   */
  record Shown(
      String title,
      String verdict,
      String tone,
      List<String> sentences,
      List<Fact> facts,
      String metric,
      String dimension,
      String where,
      String auroc,
      String interval,
      String order,
      String baselines,
      String coverage,
      String decides) {}

  record Fact(String name, String value) {}

  private CalibrationView() {}

  static Shown of(
      CalibrationSummary c, Map<String, MetricFacts> metrics, Map<Integer, String> topics) {
    return new Shown(
        title(c, metrics, topics),
        CalibrationStatus.of(c.status()).words(),
        c.fit() ? "holds" : "fails",
        sentences(c),
        facts(c),
        metrics.containsKey(c.metric()) ? metrics.get(c.metric()).title() : c.metric(),
        c.dimension(),
        Slice.parse(c.slice()).words(topics),
        Numbers.plain(c.auroc()),
        Numbers.interval(c.aurocLow(), c.aurocHigh()),
        c.auroc().isPresent() ? Double.toString(c.auroc().getAsDouble()) : "",
        c.baselines().entrySet().stream()
            .map(e -> e.getKey().replace('_', ' ') + " " + Numbers.plain(e.getValue()))
            .collect(Collectors.joining(", ")),
        c.coverage().isEmpty()
            ? Numbers.ABSENT
            : Numbers.percent(c.coverage())
                + " of "
                + Numbers.percent(OptionalDouble.of(1 - c.alpha())),
        decides(c));
  }

  /** What it decides of unseen questions; a dash where it decides nothing. */
  private static String decides(CalibrationSummary c) {
    String parts =
        c.promises().stream()
            .filter(p -> c.fit() && p.decides() && p.reason().isBlank() && p.share().isPresent())
            .filter(p -> p.slice().equals(Slice.ALL))
            .map(
                p ->
                    (p.decision().isBlank() ? "decides" : p.decision() + "s")
                        + " "
                        + Numbers.percent(p.share()))
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? Numbers.ABSENT : parts;
  }

  static String title(
      CalibrationSummary c, Map<String, MetricFacts> metrics, Map<Integer, String> topics) {
    String metric = metrics.containsKey(c.metric()) ? metrics.get(c.metric()).title() : c.metric();
    Slice slice = Slice.parse(c.slice());
    return metric
        + " → "
        + c.dimension()
        + (slice.isAll() ? "" : ", " + slice.words(topics))
        + " ("
        + c.method().replace('_', ' ')
        + ")";
  }

  private static List<String> sentences(CalibrationSummary c) {
    List<String> sentences = new ArrayList<>();
    if (!c.reason().isBlank()) {
      String reason = c.reason().substring(0, 1).toUpperCase(Locale.ROOT) + c.reason().substring(1);
      sentences.add(reason.endsWith(".") ? reason : reason + ".");
    }
    if (c.auroc().isPresent()) {
      sentences.add(
          "A passing answer scores higher than a failing one in "
              + Numbers.percent(c.auroc())
              + " of pairs (AUROC "
              + Numbers.plain(c.auroc())
              + " "
              + Numbers.interval(c.aurocLow(), c.aurocHigh())
              + "; 0.5 is a coin).");
    }
    baselines(c, sentences);
    if (c.coverage().isPresent()) {
      sentences.add(
          "On questions it had not seen, its sets held the label "
              + Numbers.percent(c.coverage())
              + " of the time; promised: "
              + Numbers.percent(OptionalDouble.of(1 - c.alpha()))
              + "."
              + c.divisions().sentence());
    }
    for (Promise promise : c.promises()) {
      if (promise.decides() || (promise.inCategory() && !promise.reason().isBlank())) {
        sentences.add(promise.sentence());
      }
    }
    if (c.quantile().isEmpty() && c.conformal() > 0 && c.logLoss().isPresent()) {
      sentences.add(
          "There are too few labelled questions for a finite quantile at this error rate, so every"
              + (c.ofLevels() ? " set holds every level" : " set is {0,1}")
              + " and every case goes to a person.");
    }
    return sentences;
  }

  private static void baselines(CalibrationSummary c, List<String> sentences) {
    if (c.baselines().isEmpty()) {
      return;
    }
    sentences.add(
        "Trivial scores on the same answers: "
            + c.baselines().entrySet().stream()
                .map(e -> e.getKey().replace('_', ' ') + " " + Numbers.plain(e.getValue()))
                .collect(Collectors.joining(", "))
            + ".");
    if (c.auroc().isPresent()) {
      List<String> better =
          c.baselines().entrySet().stream()
              .filter(e -> e.getValue() >= c.auroc().getAsDouble())
              .map(e -> e.getKey().replace('_', ' '))
              .toList();
      if (!better.isEmpty()) {
        sentences.add(
            "The metric is no better than "
                + String.join(" or ", better)
                + " alone: what it seems to know may be just that.");
      }
    }
  }

  private static List<Fact> facts(CalibrationSummary c) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Labelled rows",
            Numbers.count(c.train())
                + " to fit, "
                + Numbers.count(c.conformal())
                + " for the sets"));
    facts.add(new Fact("Labelled questions", Numbers.count(c.groups())));
    add(facts, "AUROC", c.auroc(), Numbers.interval(c.aurocLow(), c.aurocHigh()));
    add(facts, "ECE", c.ece(), "");
    add(facts, "Brier score", c.brier(), "");
    add(facts, "Log loss", c.logLoss(), "");
    if (c.coverage().isPresent()) {
      facts.add(
          new Fact(
              "Coverage",
              Numbers.percent(c.coverage())
                  + " (promised "
                  + Numbers.percent(OptionalDouble.of(1 - c.alpha()))
                  + ")"));
    }
    facts.add(
        new Fact(
            "Conformal quantile", c.quantile().isEmpty() ? "none" : Numbers.plain(c.quantile())));
    for (Promise promise : c.promises()) {
      if (promise.inCategory() && promise.reason().isBlank()) {
        facts.add(new Fact("Sets for " + promise.slice(), promise.seen()));
      } else if (promise.kind().equals("risk")) {
        facts.add(new Fact("Conformal risk control", promise.sentence()));
      }
    }
    if (!c.setSizes().isEmpty()) {
      facts.add(
          new Fact(
              "Sets on unseen rows",
              c.setSizes().entrySet().stream()
                  .map(
                      e ->
                          labels(e.getKey(), c.ofLevels())
                              + " "
                              + Numbers.percent(Values.finite(e.getValue())))
                  .collect(Collectors.joining(", "))));
    }
    return facts;
  }

  /** Sizes are stored as numbers. */
  private static String labels(String size, boolean ofLevels) {
    return switch (size) {
      case "0" -> "no label";
      case "1" -> "one label";
      case "2" -> ofLevels ? "2 labels" : "both labels";
      default -> size + " labels";
    };
  }

  private static void add(List<Fact> facts, String name, OptionalDouble value, String rest) {
    if (value.isPresent()) {
      facts.add(new Fact(name, (Numbers.plain(value) + " " + rest).strip()));
    }
  }
}
