package dev.assay.evaluators.sets;

import dev.assay.core.Example;
import dev.assay.model.Embedding;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An answer to a question, or to a perturbed twin of it.
 *
 * @param group what the question and its twins share
 * @param caseId the case
 * @param repeat which repetition of it
 * @param origin the case that a twin was made from, empty where it is not said or this is no twin
 * @param kind what was changed, empty for an origin
 * @param change how exactly, empty where it is not said
 * @param blank whether nothing was answered
 * @param verdict what the answer alone says already: see the evaluator
 * @param sentiment from −1 to 1; 0 where none was judged
 * @param weight what it counts for
 * @param vector of the answer; empty where it is blank
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Twin(
    String group,
    String caseId,
    int repeat,
    String origin,
    String kind,
    String change,
    boolean blank,
    int verdict,
    double sentiment,
    double weight,
    float[] vector)
    implements Serializable {

  static final Comparator<Twin> ORDER =
      Comparator.comparing(Twin::caseId).thenComparingInt(Twin::repeat);

  /**
   * What an answer shows on its own.
   *
   * @param change see {@link Twin}, as the others
   */
  record Alone(String change, int verdict, double sentiment) {}

  /** The answer of {@code example}; without a vector it is blank. */
  static Twin of(Example example, String kind, Alone alone, Optional<Embedding> vector) {
    return new Twin(
        example.groupId(),
        example.caseId(),
        example.repeat(),
        origin(example),
        kind,
        alone.change(),
        vector.isEmpty(),
        alone.verdict(),
        alone.sentiment(),
        DesignWeight.of(example),
        vector.map(Embedding::vector).orElseGet(() -> new float[0]));
  }

  /** What is said of a case that has nothing to do with these twins. */
  static Twin none() {
    return new Twin("", "", -1, "", "", "", true, 0, 0, 1, new float[0]);
  }

  boolean isNothing() {
    return repeat < 0;
  }

  boolean isTwin() {
    return !kind.isEmpty();
  }

  /** What the example was perturbed from, where the case says so. */
  static String origin(Example example) {
    return example.attributes().getOrDefault("parent_case_id", "").strip();
  }

  /** Whether the example is nobody's twin. */
  static boolean isOrigin(Example example) {
    return origin(example).isEmpty()
        && example.attributes().getOrDefault("perturbation", "").isBlank();
  }

  /**
   * The answer, of the same repeat, to the question that this twin was made from: by its id, else
   * the only origin of the group.
   */
  Optional<Twin> original(List<Twin> group) {
    List<Twin> origins =
        group.stream()
            .filter(other -> !other.isTwin() && other.repeat() == repeat)
            .filter(other -> origin.isEmpty() || other.caseId().equals(origin))
            .toList();
    return origins.size() == 1 ? Optional.of(origins.get(0)) : Optional.empty();
  }

  /** Cosine of the two answers' vectors, 0 where one of them is blank. */
  double cosine(Twin other) {
    double sum = 0;
    for (int i = 0; i < Math.min(vector.length, other.vector.length); i++) {
      sum += (double) vector[i] * other.vector[i];
    }
    return Math.max(-1, Math.min(1, sum));
  }
}
