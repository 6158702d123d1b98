package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.SetScore;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Metrics of whole sets as lines of {@code sets.peb}.
 *
 * @param findings what the page is about
 */
record SetView(Findings findings) {
  private static final int MOST_DETAILS = 8;

  /** A line; {@code order} sorts by value. */
  record Line(
      String metric,
      String system,
      String where,
      String value,
      String order,
      boolean past,
      String threshold,
      String n,
      String missing,
      String details) {}

  List<Line> lines() {
    Map<Integer, String> topics = findings.topicLabels();
    return findings.sets().stream().map(score -> line(score, topics)).toList();
  }

  private Line line(SetScore score, Map<Integer, String> topics) {
    MetricFacts facts = score.metric();
    boolean past =
        score.value().isPresent()
            && facts.threshold().isPresent()
            && facts.direction() != Direction.NONE
            && !facts.passes(score.value().getAsDouble());
    return new Line(
        facts.title(),
        score.system().equals(Slice.ALL) ? "all systems" : score.system(),
        Slice.parse(score.slice()).words(topics),
        score.value().isPresent() ? measured(score) : score.status().replace('_', ' '),
        score.value().isPresent() ? Double.toString(score.value().getAsDouble()) : "",
        past,
        Numbers.plain(facts.threshold()),
        Numbers.count(score.n()),
        Numbers.count(score.missing()),
        details(score));
  }

  private static String measured(SetScore score) {
    String value = Numbers.plain(score.value());
    return score.low().isEmpty()
        ? value
        : "%s (%s to %s)".formatted(value, Numbers.plain(score.low()), Numbers.plain(score.high()));
  }

  private static String details(SetScore score) {
    if (score.value().isEmpty()) {
      return Excerpt.of(score.reason(), 300).text();
    }
    String numbers =
        score.detail().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .limit(MOST_DETAILS)
            .map(
                entry ->
                    Excerpt.of(entry.getKey().replace('_', ' '), 80).text()
                        + " "
                        + Numbers.plain(Values.finite(entry.getValue())))
            .collect(Collectors.joining(", "));
    return score.detail().size() > MOST_DETAILS ? numbers + ", …" : numbers;
  }
}
