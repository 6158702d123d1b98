package dev.assay.jobs.doctor;

import dev.assay.base.OneLine;
import dev.assay.core.Direction;
import dev.assay.doctor.ScoreWorth;
import dev.assay.doctor.ScoreWorth.SystemGap;
import dev.assay.doctor.Sheet;
import dev.assay.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was found in a file, for a terminal. */
final class DoctorPage {
  private static final int SCORES = 8;
  private static final int SYSTEMS = 6;
  private static final int PAIRS = 6;
  private static final int CLAIMS = 8;
  private static final int WIDTH = 100;

  private final Examined examined;
  private final StringBuilder text = new StringBuilder();

  private DoctorPage(Examined examined) {
    this.examined = examined;
  }

  static String of(Examined examined) {
    DoctorPage page = new DoctorPage(examined);
    page.understood();
    page.scores();
    page.systems();
    page.biases();
    page.missing();
    return page.text.toString();
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }

  private void understood() {
    Sheet sheet = examined.sheet();
    ColumnRoles roles = examined.roles();
    line(
        "%s: %,d answers to %,d questions%s",
        OneLine.of(examined.path().toString()),
        sheet.answers().size(),
        Sheet.groups(sheet.answers()),
        examined.more() ? " (more records follow; see --rows)" : "");
    String labelled =
        roles
            .label()
            .map(
                name ->
                    String.format(
                        Locale.ROOT,
                        "'%s' of %,d answers to %,d questions, %s",
                        OneLine.of(name),
                        sheet.labelled().size(),
                        Sheet.groups(sheet.labelled()),
                        examined.passing().orElse("")))
            .orElse("none found (name the column with --label)");
    wrapped("  labels: ", labelled);
    wrapped(
        "  columns: ",
        "question "
            + column(roles.group(), "none: each record is one")
            + ", system "
            + column(roles.system(), "none")
            + ", answer "
            + column(roles.answer(), "none: no length")
            + (roles.aside().isEmpty()
                ? ""
                : "; not taken as scores: " + OneLine.of(String.join(", ", roles.aside()))));
    examined.remarks().forEach(remark -> wrapped("  ", OneLine.of(remark)));
  }

  private static String column(Optional<String> name, String none) {
    return name.map(one -> "'" + OneLine.of(one) + "'").orElse(none);
  }

  private void scores() {
    line("");
    line(
        "%-22s %-6s %-19s %6s %-7s %-13s %-20s",
        "score", "better", "AUROC [95 %]", "corr.", "length?", "passes", "people would pass");
    for (ScoreWorth score : first(examined.scores(), SCORES)) {
      line(
          "%-22s %-6s %-19s %6s %-7s %-13s %-20s",
          name(score.name(), 22),
          (score.direction() == Direction.DOWN ? "lower" : "higher")
              .concat(score.directionBy().equals("assumed") ? "?" : ""),
          score.agreement().map(area -> shares(area, 2, 1)).orElse("-"),
          score.correlation().isPresent()
              ? String.format(Locale.ROOT, "%.2f", score.correlation().getAsDouble())
              : "-",
          score
              .overLength()
              .map(gain -> gain.low().isPresent() && gain.low().getAsDouble() > 0 ? "beats" : "no")
              .orElse("-"),
          score.own().map(rate -> percent(rate.estimate()) + " " + at(score)).orElse("-"),
          score.human().map(human -> shares(human.estimate(), 0, 100) + " %").orElse("-"));
    }
    rest(examined.scores().size() - SCORES, "scores");
    examined.scores().stream()
        .findFirst()
        .flatMap(ScoreWorth::human)
        .ifPresent(
            human ->
                wrapped(
                    "  ",
                    "people would pass: "
                        + human.estimate().method()
                        + String.format(
                            Locale.ROOT,
                            "; by labels alone %s %%; the first score is worth %+.0f labelled"
                                + " questions",
                            shares(human.classical(), 0, 100),
                            human.effectiveGroups() - human.estimate().nGroups())));
  }

  private static String at(ScoreWorth score) {
    return (score.direction() == Direction.DOWN ? "<" : "≥") + number(score.threshold());
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e6
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }

  private void systems() {
    if (examined.scores().isEmpty() || examined.scores().get(0).systems().isEmpty()) {
      return;
    }
    ScoreWorth lead = examined.scores().get(0);
    line("");
    line(
        "%-30s %-13s %-26s %s",
        "system", name(lead.name(), 12), "people would pass [95 %]", "labels");
    for (ScoreWorth.SystemRate rate : first(lead.systems(), SYSTEMS)) {
      line(
          "%-30s %-13s %-26s %,d of %,d",
          name(rate.system(), 30),
          rate.own().map(own -> percent(own.estimate())).orElse("-"),
          rate.human().map(human -> shares(human.estimate(), 0, 100) + " %").orElse("-"),
          rate.labelled(),
          rate.n());
    }
    rest(lead.systems().size() - SYSTEMS, "systems");
    for (SystemGap gap : first(lead.gaps(), PAIRS)) {
      line(
          "%-30s %-13s %-26s %s",
          name(gap.first() + " - " + gap.second(), 30),
          gap.own().map(own -> points(own.estimate().estimate())).orElse("-"),
          gap.human().map(human -> shares(human.estimate(), 0, 100) + " points").orElse("-"),
          verdict(gap) + String.format(Locale.ROOT, " (%,d shared questions)", gap.shared()));
    }
    rest(lead.gaps().size() - PAIRS, "pairs");
  }

  private static String verdict(SystemGap gap) {
    if (gap.human().isEmpty()) {
      return "";
    }
    if (!gap.shown()) {
      return "not shown";
    }
    return gap.human().get().estimate().estimate() > 0 ? "better" : "worse";
  }

  private void biases() {
    if (examined.scores().stream().allMatch(score -> score.biases().isEmpty())) {
      return;
    }
    line("");
    line("What moves a score and not people (its pass rate less theirs, labelled answers):");
    int shown = 0;
    List<String> quiet = new ArrayList<>();
    for (ScoreWorth score : first(examined.scores(), SCORES)) {
      for (ScoreWorth.Bias bias : score.biases()) {
        if (bias.shown() && shown < PAIRS) {
          shown++;
          wrapped(
              "  ",
              "%s: %s points among %s, against %s"
                  .formatted(
                      name(score.name(), 22),
                      shares(bias.excess().estimate(), 0, 100),
                      OneLine.of(bias.first()),
                      OneLine.of(bias.second())));
        }
      }
      for (String what : List.of("length", "system")) {
        if (score.biases().stream().anyMatch(bias -> bias.what().equals(what))
            && score.biases().stream()
                .noneMatch(bias -> bias.what().equals(what) && bias.shown())) {
          quiet.add(name(score.name(), 22) + " (" + what + ")");
        }
      }
    }
    if (!quiet.isEmpty()) {
      wrapped("  ", "not shown of " + String.join(", ", quiet));
    }
  }

  private void missing() {
    line("");
    line("What these data cannot show:");
    if (examined.missing().isEmpty()) {
      line("  nothing that this page asks");
    }
    for (String claim : first(examined.missing(), CLAIMS)) {
      wrapped("  - ", OneLine.of(claim));
    }
    rest(examined.missing().size() - CLAIMS, "things");
    wrapped(
        "  ",
        "All of it holds for questions like these, and if the labelled answers were drawn at random"
            + " from the table. Intervals are 95 % each, by question; what is better or worse, or"
            + " moves a score, is so for all of its kind at once (Holm). Scores pass at the middle"
            + " of their scale unless --threshold says otherwise.");
  }

  private void rest(int left, String what) {
    if (left > 0) {
      line("  and %d %s more: see --format json", left, what);
    }
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(most, all.size()));
  }

  /** Breaks at spaces, under the first word. */
  private void wrapped(String mark, String sentence) {
    StringBuilder line = new StringBuilder(mark);
    for (String word : sentence.split(" ")) {
      if (line.length() + word.length() + 1 > WIDTH && line.length() > mark.length()) {
        line("%s", line);
        line = new StringBuilder(" ".repeat(mark.length()));
      }
      line.append(line.toString().isBlank() || line.toString().equals(mark) ? "" : " ")
          .append(word);
    }
    line("%s", line);
  }

  private static String name(String name, int most) {
    String one = OneLine.of(name);
    return one.length() <= most ? one : one.substring(0, most - 1) + "…";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String points(double share) {
    return String.format(Locale.ROOT, "%+.0f points", 100 * share);
  }

  private static String shares(Interval interval, int decimals, double factor) {
    String one = "%." + decimals + "f";
    return interval.low().isPresent()
        ? String.format(
            Locale.ROOT,
            one + " [" + one + ", " + one + "]",
            factor * interval.estimate() + 0.0,
            factor * interval.low().getAsDouble() + 0.0,
            factor * interval.high().getAsDouble() + 0.0)
        : String.format(Locale.ROOT, one + " [none]", factor * interval.estimate());
  }
}
