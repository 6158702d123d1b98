package dev.assay.llm.calls;

/**
 * What an executor may do with an endpoint until it asks again: slots for calls under way, and
 * starts, spread evenly. It lapses when the desk cannot be reached for {@value #LAPSE_SECONDS} s,
 * which is sooner than the desk gives it to others. Times are those of {@link System#nanoTime}.
 */
final class Lease {
  static final long LAPSE_SECONDS = 10;

  private static final long LAPSE = LAPSE_SECONDS * RateLimiter.SECOND;

  private long slots;
  private long starts;
  private long granted;
  private long pace;
  private long coolUntil;
  private long nextStart;
  private long heard;
  private long askAgain;

  Lease(long now) {
    this.coolUntil = now;
    this.nextStart = now;
    this.heard = now;
    this.askAgain = now;
  }

  /** Takes what the desk grants. */
  void renew(Grant grant, long now) {
    slots = grant.slots();
    starts += grant.starts();
    granted = Math.max(1, starts);
    pace = grant.paceNanos();
    askAgain = now + (starts > 0 ? 0 : grant.waitNanos());
  }

  /** The desk has answered, whatever it said. */
  void heard(long now) {
    heard = now;
  }

  /** The desk cannot be reached. */
  void unheard(long now) {
    askAgain = now + RateLimiter.SECOND;
  }

  /** Whether the desk has been silent for so long that it is taken for lost. */
  boolean isLost(long now) {
    return now - heard > 6 * LAPSE;
  }

  /** Whether the endpoint wants to be left alone at {@code now}. */
  boolean cools(long now) {
    return coolUntil - now > 0;
  }

  /** Nothing starts before then. */
  void coolUntil(long when) {
    coolUntil = Math.max(coolUntil, when);
  }

  long starts() {
    return starts;
  }

  boolean hasSlots() {
    return slots > 0;
  }

  void giveStartsBack() {
    starts = 0;
  }

  /** Whether another call may start now. */
  boolean allows(long inFlight, long now) {
    return inFlight < slots
        && starts > 0
        && now >= coolUntil
        && now >= nextStart
        && !hasLapsed(now);
  }

  private boolean hasLapsed(long now) {
    return now - heard > LAPSE;
  }

  /** Uses a start. */
  void start(long now) {
    starts--;
    // A timer that wakes late must not lower the rate, so a start that is due is made up for.
    nextStart = Math.max(nextStart + pace, now - 10 * pace);
  }

  /** Whether so little is left that the desk should be asked for more. */
  boolean isShort(long inFlight, long waiting) {
    return waiting > starts && (starts <= granted / 2 || inFlight >= slots);
  }

  /** When the desk may be asked again. */
  long askAgain() {
    return askAgain;
  }

  /** When the next call may start, if one may without asking; else {@code otherwise}. */
  long nextStart(long inFlight, long now, long otherwise) {
    return inFlight < slots && starts > 0 && !hasLapsed(now)
        ? Math.min(otherwise, Math.max(nextStart, coolUntil))
        : otherwise;
  }
}
