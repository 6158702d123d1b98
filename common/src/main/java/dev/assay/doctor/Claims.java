package dev.assay.doctor;

import dev.assay.doctor.ScoreWorth.SystemGap;
import dev.assay.doctor.ScoreWorth.SystemRate;
import dev.assay.stats.Interval;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What a table does not support, each as a sentence, with the labels that would. */
public final class Claims {
  private static final int NAMED = 3;

  private final Sheet sheet;
  private final List<ScoreWorth> scores;
  private final double half;
  private final List<String> said = new ArrayList<>();

  private Claims(Sheet sheet, List<ScoreWorth> scores, double half) {
    this.sheet = sheet;
    this.scores = scores;
    this.half = half;
  }

  /**
   * The sentences.
   *
   * @param half half of the interval that is wanted around a pass rate
   */
  public static List<String> missing(Sheet sheet, List<ScoreWorth> scores, double half) {
    Claims claims = new Claims(sheet, scores, half);
    claims.labels();
    claims.chosen();
    claims.agreement();
    claims.systems();
    claims.rate();
    return claims.said;
  }

  private void say(String format, Object... values) {
    said.add(String.format(Locale.ROOT, format, values));
  }

  private static String enough(OptionalLong labels) {
    return labels.isPresent()
        ? String.format(
            Locale.ROOT,
            "labels of about %,d questions would show one as large",
            labels.getAsLong())
        : "how many labels would show it cannot be told from these";
  }

  private void labels() {
    List<Answer> labelled = sheet.labelled();
    int groups = Sheet.groups(labelled);
    if (labelled.isEmpty()) {
      say(
          "What people would say of any answer: nothing is labelled. %,d labels, drawn at random,"
              + " give a pass rate ± %.0f points whatever the scores are worth.",
          LabelsNeeded.blind(half), 100 * half);
    } else if (labelled.stream().map(Answer::said).distinct().count() == 1) {
      say(
          "How scores go with labels: all %,d labels say the same. Label more, at random, until"
              + " both are there.",
          labelled.size());
    } else if (groups < PredictionPowered.LEAST_GROUPS) {
      say(
          "Anything by the scores' help: %d labelled questions, of the %d from which scores may"
              + " narrow what labels say.",
          groups, PredictionPowered.LEAST_GROUPS);
    }
  }

  /** Labelled answers whose scores differ from the others were hardly drawn at random. */
  private void chosen() {
    GroupMeans means = new GroupMeans(sheet.answers());
    for (int place = 0; place < sheet.scores().size(); place++) {
      int at = place;
      List<Answer> scored =
          sheet.answers().stream().filter(answer -> answer.score(at).isPresent()).toList();
      if (scored.stream().allMatch(Answer::labelled)
          || scored.stream().noneMatch(Answer::labelled)) {
        continue;
      }
      double[] values = scored.stream().mapToDouble(answer -> answer.scores()[at]).toArray();
      ScoreScale scale = ScoreScale.of(values);
      double width = Math.max(1e-9, scale.high() - scale.low());
      Optional<HumanEquivalent> gap =
          means.gap(
              scored,
              Answer::labelled,
              answer -> !answer.labelled(),
              answer -> (answer.scores()[at] - scale.low()) / width,
              dev.assay.stats.Range.SHARE);
      // One chance in a hundred that a random draw looks like this.
      if (gap.isPresent()
          && gap.get().standardError() > 0
          && Math.abs(gap.get().estimate().estimate()) > 2.576 * gap.get().standardError()) {
        say(
            "That the labelled answers stand for all: their '%s' is %s than that of the others."
                + " Labels of chosen answers bias every rate here; draw them at random.",
            sheet.scores().get(place), gap.get().estimate().estimate() > 0 ? "higher" : "lower");
        return;
      }
    }
  }

  private void agreement() {
    for (ScoreWorth score : scores) {
      if (score.agreement().isEmpty()) {
        continue;
      }
      Interval area = score.agreement().get();
      if (area.low().isEmpty() || area.covers(.5)) {
        say(
            "That '%s' tells good answers from bad, or which of its ends is good: its AUROC may be"
                + " 0.5; %s.",
            score.name(), enough(LabelsNeeded.forAgreement(area)));
      } else if (score.overLength().filter(gain -> !surelyPositive(gain)).isPresent()) {
        say("That '%s' knows more than the answer's length does.", score.name());
      }
    }
  }

  private static boolean surelyPositive(Interval gain) {
    return gain.low().isPresent() && gain.low().getAsDouble() > 0;
  }

  private void systems() {
    if (scores.isEmpty()) {
      return;
    }
    ScoreWorth lead = scores.get(0);
    for (SystemRate rate : lead.systems()) {
      if (rate.labelled() == 0 && !sheet.labelled().isEmpty()) {
        say(
            "What people would say of %s: none of its answers is labelled, and a score may err"
                + " differently there.",
            rate.system());
      }
    }
    List<String> open = new ArrayList<>();
    for (SystemGap gap : lead.gaps()) {
      gap.human()
          .filter(one -> !gap.shown())
          .ifPresent(one -> open.add(gap.second() + questions(one)));
    }
    if (!open.isEmpty()) {
      say(
          "That people would pass %s more often than %s%s.",
          lead.gaps().get(0).first(),
          String.join(", ", open.subList(0, Math.min(NAMED, open.size()))),
          open.size() > NAMED ? " and %d others".formatted(open.size() - NAMED) : "");
    }
  }

  private static String questions(HumanEquivalent difference) {
    OptionalLong labels = LabelsNeeded.forDifference(difference);
    return labels.isPresent()
        ? String.format(
            Locale.ROOT, " (about %,d labelled questions would show it)", labels.getAsLong())
        : "";
  }

  private void rate() {
    if (scores.isEmpty() || scores.get(0).human().isEmpty()) {
      return;
    }
    HumanEquivalent human = scores.get(0).human().get();
    Interval shown = human.estimate();
    double width =
        shown.low().isPresent() ? shown.high().getAsDouble() - shown.low().getAsDouble() : 1;
    if (width / 2 <= half) {
      return;
    }
    OptionalLong labels = LabelsNeeded.forRate(human, scores.get(0).predictionError(), half);
    int there = Sheet.groups(sheet.answers());
    if (labels.isPresent()) {
      say(
          "A pass rate ± %.0f points (it is ± %.0f): labels of about %,d questions would do%s.",
          100 * half,
          50 * width,
          labels.getAsLong(),
          labels.getAsLong() > there
              ? String.format(Locale.ROOT, ", more than the %,d that there are", there)
              : "");
    }
  }
}
