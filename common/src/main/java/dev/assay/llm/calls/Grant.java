package dev.assay.llm.calls;

/**
 * What the driver lets an executor do with one endpoint until it asks again.
 *
 * @param state whether calls may be made at all
 * @param slots calls that may be under way at once
 * @param starts further calls that may start
 * @param paceNanos least time between two starts
 * @param waitNanos when to ask again if that is not enough
 * @param coolNanos how long nothing may start
 */
record Grant(State state, long slots, long starts, long paceNanos, long waitNanos, long coolNanos) {

  enum State {
    GO,
    BUDGET,
    STOPPED,
    UNKNOWN
  }

  static Grant none(State state, long waitNanos) {
    return new Grant(state, 0, 0, 0, waitNanos, 0);
  }

  /** As types of the JDK: replies of Spark's plugin messages can be nothing else. */
  long[] wired() {
    return new long[] {state.ordinal(), slots, starts, paceNanos, waitNanos, coolNanos};
  }

  static Grant of(long... wired) {
    return new Grant(
        State.values()[(int) wired[0]], wired[1], wired[2], wired[3], wired[4], wired[5]);
  }
}
