package dev.assay.spark;

import dev.assay.core.Measure;
import dev.assay.core.Status;
import java.io.Serializable;
import java.util.Optional;

/**
 * A set so far: its evaluator's state, how many examples it says nothing of, and why it has no
 * value, if that is known already. Of several reasons the same one stays in whatever order they
 * come.
 */
final class SetTally<S extends Serializable> implements Serializable {
  private static final long serialVersionUID = 1L;

  private S state;
  private long missing;
  private Status status = Status.OK;
  private String reason = "";

  SetTally(S empty) {
    this.state = empty;
  }

  S state() {
    return state;
  }

  long missing() {
    return missing;
  }

  void replace(S next) {
    state = next;
  }

  /** An example without an observation. */
  void miss(Optional<Measure.Absent> why) {
    missing++;
    why.ifPresent(this::spoil);
  }

  void addMissing(SetTally<S> other) {
    missing += other.missing;
    other.spoilt().ifPresent(this::spoil);
  }

  void spoil(Measure.Absent why) {
    int order = why.status().compareTo(status);
    boolean first = order == 0 && why.reason().compareTo(reason) < 0;
    if (order > 0 || first) {
      status = why.status();
      reason = why.reason();
    }
  }

  Optional<Measure.Absent> spoilt() {
    return status == Status.OK ? Optional.empty() : Optional.of(new Measure.Absent(status, reason));
  }
}
