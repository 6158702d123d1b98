package dev.assay.demo;

/**
 * A fault in place.
 *
 * @param answer the whole answer with the fault
 * @param original what stood there
 * @param replacement what stands there now; empty when text was cut
 */
record Planting(String answer, String original, String replacement) {

  static Planting at(String answer, int start, int end, String replacement) {
    return new Planting(
        answer.substring(0, start) + replacement + answer.substring(end),
        answer.substring(start, end),
        replacement);
  }
}
