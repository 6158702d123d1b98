package dev.assay.conformal;

import dev.assay.base.Rounding;
import java.util.Comparator;

/**
 * What the machine would say of a labelled response, and whether a human says otherwise.
 *
 * @param groupId the question with its twins and repeats
 * @param confidence the probability of the likelier label, in [0.5, 1]; kept to nine decimals
 * @param wrong whether the human gave the other label
 * @param weight finite and positive; 1 unless rows count unequally
 */
public record Verdict(String groupId, double confidence, boolean wrong, double weight) {

  static final Comparator<Verdict> ORDER =
      Comparator.comparing(Verdict::groupId)
          .thenComparingDouble(Verdict::confidence)
          .thenComparing(Verdict::wrong)
          .thenComparingDouble(Verdict::weight);

  public Verdict {
    if (!(confidence >= .5 && confidence <= 1)) {
      throw new IllegalArgumentException("A confidence lies in [0.5, 1], got " + confidence);
    }
    confidence = Rounding.toNano(confidence);
  }

  /** From the probability of label 1; at even odds the machine says 1. */
  public static Verdict of(String groupId, double probability, int label, double weight) {
    int said = label(probability);
    return new Verdict(groupId, confidence(probability), said != label, weight);
  }

  /** What the machine says at this probability of label 1. */
  public static int label(double probability) {
    return probability >= .5 ? 1 : 0;
  }

  /** How sure it is, to nine decimals. */
  public static double confidence(double probability) {
    return Rounding.toNano(Math.max(probability, 1 - probability));
  }
}
