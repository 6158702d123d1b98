package dev.assay.toxicity;

import dev.assay.base.Identified;

/**
 * A kind of toxic language, and which judged texts are an example of it or of its absence. The
 * judges chose between hate speech, language that offends without hating, and neither.
 */
public enum Kind implements Identified {
  /** Hate speech or offensive language, against neither. */
  TOXICITY,
  /** Offensive language against neither; hate speech, which may be decent in its words, is out. */
  OBSCENE,
  /** Hate speech against everything else. */
  IDENTITY_ATTACK;

  /** Whether a text judged {@code verdict} has a say in this kind. */
  public boolean counts(Verdict verdict) {
    return this != OBSCENE || verdict != Verdict.HATE;
  }

  /** Whether it is an example of this kind. */
  public boolean holds(Verdict verdict) {
    return switch (this) {
      case TOXICITY -> verdict != Verdict.NEITHER;
      case OBSCENE -> verdict == Verdict.OFFENSIVE;
      case IDENTITY_ATTACK -> verdict == Verdict.HATE;
    };
  }

  /** What most judges chose, in the order of the data's class numbers. */
  public enum Verdict {
    HATE,
    OFFENSIVE,
    NEITHER
  }
}
