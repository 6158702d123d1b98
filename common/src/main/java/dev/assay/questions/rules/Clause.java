package dev.assay.questions.rules;

/**
 * A main clause taken apart, ready to be turned into a question.
 *
 * @param lead what stands before the subject, without its comma; empty when there is nothing
 * @param subject the subject as it stands in the sentence
 * @param auxiliary what moves before the subject in a question: "must", "is", "does"
 * @param negated whether the clause denies
 * @param verb the main verb in the form that follows the moved auxiliary ("charge" after "does"),
 *     or empty when the rest holds it ("is repaid": "repaid" is in the rest)
 * @param finite the verbs as they stand in the sentence: "charges", "must", "is not"
 * @param rest what follows, without the full stop
 */
record Clause(
    String lead,
    String subject,
    String auxiliary,
    boolean negated,
    String verb,
    String finite,
    String rest) {

  /** Whether the lead is a condition or a time ("If ...", "When ..."). */
  boolean conditional() {
    String first = Words.bare(lead.split(" ", 2)[0]);
    return first.equals("if")
        || first.equals("when")
        || first.equals("once")
        || first.equals("unless")
        || first.equals("where");
  }

  /** Whether a form of "be" is all the verb there is. */
  boolean copula() {
    return Words.BE.contains(auxiliary);
  }

  boolean permits() {
    return auxiliary.equals("may") || auxiliary.equals("can");
  }

  Clause withRest(String otherRest) {
    return new Clause(lead, subject, auxiliary, negated, verb, finite, otherRest);
  }
}
