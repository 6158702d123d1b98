package dev.assay.doctor;

import dev.assay.base.Logistic;
import dev.assay.stats.Interval;
import dev.assay.stats.ppi.HumanEquivalent;
import java.util.OptionalLong;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * How many labels would do, by the variances seen: those of means shrink as one over the labelled
 * questions, that of the mean prediction of all answers does not. Labels here are questions, each
 * with as many labelled answers as now. Power is 80 %, level 95 %, two-sided.
 */
public final class LabelsNeeded {
  private static final NormalDistribution NORMAL = new NormalDistribution();
  private static final double Z = NORMAL.inverseCumulativeProbability(.975);
  private static final double POWER = Z + NORMAL.inverseCumulativeProbability(.8);

  private LabelsNeeded() {}

  /** For an interval of {@code half} on either side where nothing is labelled yet: p is 1/2. */
  public static long blind(double half) {
    return round(Z * Z / 4 / (half * half));
  }

  /**
   * For an interval of {@code half} on either side of what people would pass.
   *
   * @param predictionError standard error of the mean prediction of all answers
   * @return empty where the labels do not differ, so that nothing is known of their spread
   */
  public static OptionalLong forRate(HumanEquivalent human, double predictionError, double half) {
    int groups = human.estimate().nGroups();
    if (!(human.classicalError() > 0)) {
      return OptionalLong.empty();
    }
    double wanted = half / Z * (half / Z);
    double alone = groups * human.classicalError() * human.classicalError() / wanted;
    double floor = Math.pow(human.power() * predictionError, 2);
    double shrinking = Math.max(0, Math.pow(human.standardError(), 2) - floor) * groups;
    boolean helped = human.power() > 0 && wanted > floor;
    return OptionalLong.of(round(helped ? Math.min(alone, shrinking / (wanted - floor)) : alone));
  }

  /** For a difference as large as the one seen to be told from none; empty where none was seen. */
  public static OptionalLong forDifference(HumanEquivalent difference) {
    double seen = Math.abs(difference.estimate().estimate());
    if (seen < 1e-9 || !(difference.standardError() > 0)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        round(
            difference.estimate().nGroups()
                * Math.pow(POWER * difference.standardError() / seen, 2)));
  }

  /** For an AUROC as large as the one seen to be told from a half; by the width of its log odds. */
  public static OptionalLong forAgreement(Interval area) {
    double seen = Math.abs(Logistic.logit(area.estimate()));
    if (area.low().isEmpty() || seen < 1e-9 || Double.isInfinite(seen)) {
      return OptionalLong.empty();
    }
    double low = Logistic.logit(area.low().getAsDouble());
    double high = Logistic.logit(area.high().getAsDouble());
    double error = (high - low) / (2 * Z);
    return Double.isFinite(error)
        ? OptionalLong.of(round(area.nGroups() * Math.pow(POWER * error / seen, 2)))
        : OptionalLong.empty();
  }

  private static long round(double labels) {
    return (long) Math.ceil(labels - 1e-9);
  }
}
