package dev.assay.llm.calls;

/** An executor at an endpoint's rate limiter: what it has told last, and what it was granted. */
final class Holder {
  private UsageReport last;
  private long slots;
  private long starts;
  private double reserved;
  private double share;
  private long shared;
  private long heard;
  private RateLimiter.Change assumed = RateLimiter.Change.NONE;

  Holder(UsageReport first, long now) {
    hear(first, now);
  }

  UsageReport last() {
    return last;
  }

  /** Takes its latest report; returns by how much fewer tokens are expected than before. */
  double hear(UsageReport report, long now) {
    double before = reserved;
    last = report;
    starts = report.startsLeft();
    reserved = report.reservedTokens() + (double) report.startsLeft() * report.meanTokens();
    heard = now;
    return before - reserved;
  }

  /** Starts that were granted and not used when it told last. */
  long starts() {
    return starts;
  }

  /** Tokens expected of them and of its calls under way. */
  double reservedTokens() {
    return reserved;
  }

  /** Cost expected of them. */
  long reservedCost() {
    return last.reservedCost() + starts * last.meanCost();
  }

  long demand() {
    return last.inFlight() + last.waiting();
  }

  /** Slots that others cannot have. */
  long held() {
    return Math.max(slots, last.inFlight());
  }

  void grantSlots(long some) {
    slots = some;
  }

  void grantStarts(long some, long meanTokens) {
    share -= some;
    starts += some;
    reserved += (double) some * meanTokens;
  }

  /** Its part of the rate that it has not used, which grows at {@code rate} up to {@code most}. */
  double share(double rate, double most, long now) {
    double seconds = (now - shared) / (double) RateLimiter.SECOND;
    share = Math.min(most, share + rate * seconds);
    shared = now;
    return share;
  }

  boolean isSilent(long now) {
    return now - heard > RateLimiter.SILENT_SECONDS * RateLimiter.SECOND;
  }

  /**
   * It holds nothing any more; its totals are kept, should it speak again. What it may have asked
   * for since it told last counts as asked for: it is gone, and the bill comes all the same.
   */
  RateLimiter.Change expire() {
    RateLimiter.Change lost = new RateLimiter.Change(starts, Math.round(reserved), reservedCost());
    assumed = assumed.plus(lost);
    slots = 0;
    starts = 0;
    reserved = 0;
    last = last.withoutHoldings();
    return lost;
  }

  /** What was counted for it while it was thought lost, which its own totals have. */
  RateLimiter.Change found() {
    RateLimiter.Change found = assumed;
    assumed = RateLimiter.Change.NONE;
    return found;
  }
}
