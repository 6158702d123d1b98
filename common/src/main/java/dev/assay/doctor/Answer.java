package dev.assay.doctor;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One answer of a table.
 *
 * @param group its question: answers to one depend on each other
 * @param system who gave it; empty text where the table names none
 * @param passed what people said; empty where nobody did
 * @param length of the answer in characters; empty where the table has no answers
 * @param scores one for each of the table's scores, NaN where it has none
 */
@SuppressWarnings("ArrayRecordComponent") // a row of numbers, never compared
public record Answer(
    String group, String system, Optional<Boolean> passed, OptionalInt length, double[] scores) {

  /** The score at {@code place}, where there is one. */
  OptionalDouble score(int place) {
    return Double.isNaN(scores[place]) ? OptionalDouble.empty() : OptionalDouble.of(scores[place]);
  }

  boolean labelled() {
    return passed.isPresent();
  }

  /** 1 where people passed it, else 0; only of labelled answers. */
  double said() {
    return passed.orElseThrow() ? 1 : 0;
  }
}
