package dev.assay.perturb;

import java.util.List;
import java.util.SplittableRandom;

/**
 * One way to change a question.
 *
 * @param id its name in configurations and tables
 * @param meaning what it does to what is asked
 * @param graded whether the intensity matters
 * @param what what it does, in a sentence
 * @param rewriter how
 */
public record Perturbator(
    String id, Meaning meaning, boolean graded, String what, Rewriter rewriter) {

  /** What changes a question; the same arguments give the same text. */
  @FunctionalInterface
  public interface Rewriter {
    Rewrite rewrite(Asked asked, Intensity intensity, SplittableRandom random);
  }

  /**
   * The question as it comes to a perturbator.
   *
   * @param elsewhere words of other topics; empty where none are known
   */
  public record Asked(String text, List<String> elsewhere) {
    public Asked {
      elsewhere = List.copyOf(elsewhere);
    }

    /** The same with another text. */
    Asked saying(String other) {
      return new Asked(other, elsewhere);
    }
  }
}
