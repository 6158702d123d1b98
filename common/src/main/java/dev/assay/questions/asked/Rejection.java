package dev.assay.questions.asked;

/** A question does not pass a check, and why; caught where the question is looked at. */
final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  Rejection(String reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }

  static void unless(boolean holds, String reason, String detail) {
    if (!holds) {
      throw new Rejection(reason, detail);
    }
  }
}
