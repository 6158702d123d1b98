package dev.assay.perturb;

import java.util.List;
import java.util.Map;
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
   * @param written what a language model wrote of the question, by perturbator
   */
  public record Asked(String text, List<String> elsewhere, Map<String, String> written) {
    public Asked {
      elsewhere = List.copyOf(elsewhere);
      written = Map.copyOf(written);
    }

    /** Where no language model was asked. */
    public Asked(String text, List<String> elsewhere) {
      this(text, elsewhere, Map.of());
    }

    /** The same with another text. */
    Asked saying(String other) {
      return new Asked(other, elsewhere, written);
    }
  }
}
