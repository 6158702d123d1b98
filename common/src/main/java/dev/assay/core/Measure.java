package dev.assay.core;

/** A metric's value for one example, or the reason why there is none. Never NaN, never infinite. */
public sealed interface Measure {

  /** A measured value in the metric's own unit and range. */
  record Value(double value) implements Measure {
    public Value {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("A measured value must be finite, got " + value);
      }
    }
  }

  /** No value, with the status to store and a sentence that says why. */
  record Absent(Status status, String reason) implements Measure {
    public Absent {
      if (status == Status.OK) {
        throw new IllegalArgumentException("An absent measure cannot have status ok: " + reason);
      }
    }
  }

  /** The measured {@code value}. */
  static Measure of(double value) {
    return new Value(value);
  }

  /** Absent because something that the metric needs is not there. */
  static Measure noInput(String reason) {
    return new Absent(Status.NO_INPUT, reason);
  }

  /** Absent because the metric has no meaning for this example or configuration. */
  static Measure notApplicable(String reason) {
    return new Absent(Status.NOT_APPLICABLE, reason);
  }

  /** Absent because the text is over the evaluator's cap. */
  static Measure tooLong(String reason) {
    return new Absent(Status.TOO_LONG, reason);
  }
}
