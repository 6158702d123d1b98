package dev.assay.doctor;

import dev.assay.base.Seeds;
import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Calibrators;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.Scale;
import dev.assay.conformal.CrossFit;
import dev.assay.conformal.HumanFit;
import dev.assay.core.Direction;
import dev.assay.doctor.ScoreWorth.SystemGap;
import dev.assay.doctor.ScoreWorth.SystemRate;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import dev.assay.stats.ppi.HumanEquivalent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;

/**
 * Measures the scores of a table against its labels: agreement (AUROC, clustered by question), what
 * people would pass of all answers (PPI++ by the score's cross-fitted probability), differences
 * between systems, and what moves the score's errors.
 */
public final class Examination {
  private static final int FOLDS = 5;
  private static final long SEED = Seeds.of(1, "doctor", "");
  private static final Resampling RESAMPLING = new Resampling(500, GroupMeans.LEVEL, SEED);

  private final Sheet sheet;
  private final List<Answer> labelled;
  private final GroupMeans means;

  private Examination(Sheet sheet) {
    this.sheet = sheet;
    this.labelled = sheet.labelled();
    this.means = new GroupMeans(sheet.answers());
  }

  /** Every score, the one that goes best with the labels first. */
  public static List<ScoreWorth> of(Sheet sheet) {
    Examination examination = new Examination(sheet);
    List<ScoreWorth> found =
        new ArrayList<>(
            IntStream.range(0, sheet.scores().size())
                .parallel()
                .mapToObj(examination::score)
                .toList());
    found.sort(
        Comparator.comparingDouble(
            (ScoreWorth one) -> -one.agreement().map(Interval::estimate).orElse(0.0)));
    return found;
  }

  private ScoreWorth score(int place) {
    String name = sheet.scores().get(place);
    List<Answer> scored = having(sheet.answers(), place);
    List<Answer> judged = having(labelled, place);
    double[] values = values(scored, place);
    ScoreScale scale = ScoreScale.of(values);
    double threshold = sheet.thresholds().getOrDefault(name, scale.middle());
    Optional<Interval> rising = Auroc.interval(values(judged, place), cohort(judged), RESAMPLING);
    boolean said = sheet.lowerIsBetter().contains(name);
    boolean surely =
        rising.flatMap(area -> area.high().stream().boxed().findFirst()).orElse(1.0) < .5;
    boolean known = rising.filter(area -> area.low().isPresent() && !area.covers(.5)).isPresent();
    Direction direction = said || surely ? Direction.DOWN : Direction.UP;
    int sign = direction == Direction.DOWN ? -1 : 1;
    ToDoubleFunction<Answer> passes =
        answer -> ScoreScale.passes(answer.scores()[place], threshold, direction) ? 1 : 0;
    ToDoubleFunction<Answer> prediction = prediction(judged, place, direction, scale);
    Predicate<Answer> has = answer -> answer.score(place).isPresent();
    Predicate<Answer> all = answer -> true;
    List<SystemRate> systems = systems(has, passes, prediction);
    return new ScoreWorth(
        name,
        direction,
        said ? "said" : known ? "labels" : "assumed",
        threshold,
        scored.size(),
        judged.size(),
        turned(rising, direction),
        correlation(judged, place, sign),
        overLength(judged, place, sign),
        means.mean(sheet.answers(), has, passes, Range.SHARE),
        means.human(sheet.answers(), all, prediction),
        means.error(sheet.answers(), prediction),
        systems,
        gaps(systems, has, passes, prediction),
        new JudgeErrors(judged, passes, means).biases());
  }

  /** The probability that people pass an answer, from labels of other questions; .5 if unknown. */
  private static ToDoubleFunction<Answer> prediction(
      List<Answer> judged, int place, Direction direction, ScoreScale scale) {
    Calibrator calibrator =
        Calibrators.of("auto", Calibrators.SIMPLEST_FIRST, FOLDS, SEED)
            .on(new Scale(direction, scale.low(), scale.high()));
    List<LabelledResponse> rows =
        judged.stream()
            .map(
                answer ->
                    LabelledResponse.of(
                        answer.group(), answer.scores()[place], (int) answer.said()))
            .toList();
    Optional<CrossFit> fit = new HumanFit(calibrator).crossFit(rows, FOLDS, SEED);
    return answer -> {
      OptionalDouble score = answer.score(place);
      if (fit.isEmpty() || score.isEmpty()) {
        return .5;
      }
      return answer.labelled()
          ? fit.get().apart(answer.group(), score.getAsDouble())
          : fit.get().mean(score.getAsDouble());
    };
  }

  private static Optional<Interval> turned(Optional<Interval> rising, Direction direction) {
    if (direction == Direction.UP || rising.isEmpty()) {
      return rising;
    }
    Interval area = rising.get();
    return Optional.of(
        area.low().isPresent()
            ? Interval.of(
                1 - area.estimate(),
                1 - area.high().getAsDouble(),
                1 - area.low().getAsDouble(),
                area.method(),
                area.n(),
                area.nGroups())
            : new Interval(
                1 - area.estimate(),
                area.low(),
                area.high(),
                area.method(),
                area.n(),
                area.nGroups()));
  }

  private static OptionalDouble correlation(List<Answer> judged, int place, int sign) {
    if (judged.size() < 3) {
      return OptionalDouble.empty();
    }
    double rho =
        new SpearmansCorrelation()
            .correlation(
                values(judged, place), judged.stream().mapToDouble(Answer::said).toArray());
    return Double.isNaN(rho) ? OptionalDouble.empty() : OptionalDouble.of(sign * rho);
  }

  private static Optional<Interval> overLength(List<Answer> judged, int place, int sign) {
    List<Answer> measured = judged.stream().filter(answer -> answer.length().isPresent()).toList();
    Cohort cohort = cohort(measured);
    double[] lengths =
        measured.stream().mapToDouble(answer -> answer.length().getAsInt()).toArray();
    boolean down = Auroc.of(lengths, cohort).orElse(.5) < .5;
    for (int i = 0; down && i < lengths.length; i++) {
      lengths[i] = -lengths[i];
    }
    double[] scores =
        measured.stream().mapToDouble(answer -> sign * answer.scores()[place]).toArray();
    return Auroc.difference(scores, lengths, cohort, RESAMPLING);
  }

  private List<String> compared() {
    List<String> systems = sheet.systems();
    return systems.size() < 2 ? List.of() : systems;
  }

  private List<SystemRate> systems(
      Predicate<Answer> has, ToDoubleFunction<Answer> passes, ToDoubleFunction<Answer> prediction) {
    List<SystemRate> rates = new ArrayList<>();
    for (String system : compared()) {
      List<Answer> own =
          sheet.answers().stream().filter(answer -> answer.system().equals(system)).toList();
      rates.add(
          new SystemRate(
              system,
              own.size(),
              (int) own.stream().filter(Answer::labelled).count(),
              means.mean(own, has, passes, Range.SHARE),
              means.human(own, any -> true, prediction)));
    }
    rates.sort(Comparator.comparingDouble(Examination::rate).reversed());
    return rates;
  }

  /** The system that people would pass most often against each of the others. */
  private List<SystemGap> gaps(
      List<SystemRate> rates,
      Predicate<Answer> has,
      ToDoubleFunction<Answer> passes,
      ToDoubleFunction<Answer> prediction) {
    List<SystemGap> gaps = new ArrayList<>();
    for (SystemRate other : rates.subList(Math.min(1, rates.size()), rates.size())) {
      Predicate<Answer> first = of(rates.get(0).system());
      Predicate<Answer> second = of(other.system());
      gaps.add(
          new SystemGap(
              rates.get(0).system(),
              other.system(),
              shared(first, second),
              means.gap(sheet.answers(), first.and(has), second.and(has), passes, Range.SHARE),
              means.humanDifference(sheet.answers(), first, second, prediction),
              false));
    }
    List<SystemGap> known = gaps.stream().filter(gap -> gap.human().isPresent()).toList();
    List<Boolean> shown =
        GroupMeans.shown(known.stream().map(gap -> gap.human().orElseThrow()).toList());
    for (int i = 0; i < known.size(); i++) {
      gaps.set(gaps.indexOf(known.get(i)), known.get(i).shown(shown.get(i)));
    }
    return gaps;
  }

  private int shared(Predicate<Answer> first, Predicate<Answer> second) {
    Set<String> left = new HashSet<>();
    Set<String> both = new HashSet<>();
    sheet.answers().stream().filter(first).forEach(answer -> left.add(answer.group()));
    sheet.answers().stream()
        .filter(second)
        .filter(answer -> left.contains(answer.group()))
        .forEach(answer -> both.add(answer.group()));
    return both.size();
  }

  private static double rate(SystemRate rate) {
    return rate.human()
        .map(HumanEquivalent::estimate)
        .or(rate::own)
        .map(Interval::estimate)
        .orElse(-1.0);
  }

  private static Predicate<Answer> of(String system) {
    return answer -> answer.system().equals(system);
  }

  private static List<Answer> having(List<Answer> answers, int place) {
    return answers.stream().filter(answer -> answer.score(place).isPresent()).toList();
  }

  private static double[] values(List<Answer> answers, int place) {
    return answers.stream().mapToDouble(answer -> answer.scores()[place]).toArray();
  }

  private static Cohort cohort(List<Answer> answers) {
    return Cohort.of(
        answers.stream().map(Answer::group).toArray(String[]::new),
        answers.stream().mapToInt(answer -> (int) answer.said()).toArray());
  }
}
