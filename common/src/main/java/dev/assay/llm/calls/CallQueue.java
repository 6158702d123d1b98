package dev.assay.llm.calls;

import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Usage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the calls of one executor to one endpoint wait until they may start. It asks the driver's
 * desk for a {@link Lease} ahead of need.
 */
final class CallQueue {
  private static final Logger LOG = LoggerFactory.getLogger(CallQueue.class);
  private static final long SECOND = RateLimiter.SECOND;
  private static final long BEAT = SECOND / 2;
  private static final long SOONEST = SECOND / 50;

  private final String key;
  private final String holder;
  private final Coordinator desk;
  private final String name;
  private final Transport transport;
  private final Outage outage;
  private final Deque<WaitingCall> queue = new ArrayDeque<>();
  private final Tally tally;
  private final Lease lease;

  private long retryAfter;
  private long asked;
  private boolean asking;
  private boolean unreported;
  private boolean stopTold;
  private Optional<Refusal> refusal = Optional.empty();
  private Optional<String> stop = Optional.empty();
  private Optional<ScheduledFuture<?>> pump = Optional.empty();
  private long pumpAt = Long.MAX_VALUE;

  private record Refusal(Failure failure, String reason) {}

  /**
   * @param key the endpoint's key at the desk
   * @param holder this executor's name at the desk
   */
  CallQueue(String key, String holder, Coordinator desk, EndpointSpec spec, Transport transport) {
    this.transport = transport;
    this.lease = new Lease(transport.now());
    this.asked = transport.now() - BEAT;
    this.key = key;
    this.holder = holder;
    this.desk = desk;
    this.name = spec.name();
    this.outage = new Outage(spec);
    this.tally = new Tally(usage -> Math.round(spec.cost(usage) * 1e9));
  }

  /** Waits for a slot; one that was here before goes first. */
  void enter(WaitingCall call, boolean again) {
    synchronized (this) {
      if (again) {
        queue.addFirst(call);
      } else {
        queue.addLast(call);
      }
    }
    pump();
  }

  /** A call that waits does so no longer. */
  synchronized void leaveQueue(WaitingCall call) {
    queue.remove(call);
  }

  /** An attempt ended with a reply, or with a failure that is not the endpoint's rate. */
  void ended(Usage expected, Usage actual) {
    synchronized (this) {
      unreported = true;
      tally.ended(expected, actual);
    }
    pump();
  }

  /** An attempt was answered by 429. */
  void throttled(Usage expected, long retryAfterNanos) {
    synchronized (this) {
      unreported = true;
      tally.throttled(expected);
      if (retryAfterNanos > 0) {
        retryAfter = Math.max(retryAfter, retryAfterNanos);
        cool(transport.now(), retryAfterNanos);
      }
    }
    pump();
  }

  /** No call starts before the endpoint is asked again. */
  private void cool(long now, long nanos) {
    if (nanos > 0 && !lease.cools(now)) {
      LOG.info("{}: {} calls wait {} ms for the endpoint", key, queue.size(), nanos / 1_000_000);
    }
    lease.coolUntil(now + nanos);
  }

  /** A call ended for good: many failures or refusals in a row mean that the endpoint is down. */
  void settled(Outage.End end, String error) {
    synchronized (this) {
      boolean wasDown = outage.isDown();
      outage.settled(end, error, transport.now());
      if (outage.isDown() && !wasDown) {
        LOG.warn("{}: {} calls wait, {}", key, queue.size(), outage.reason());
      }
      if (outage.isForGood() && refusal.isEmpty()) {
        if (outage.isRefusing()) {
          stop = Optional.of("endpoint '" + name + "' refuses all requests, " + outage.lastError());
        }
        refusal =
            Optional.of(
                stop.map(why -> new Refusal(Failure.STOPPED, why))
                    .orElse(new Refusal(Failure.DOWN, "not asked, " + outage.reason())));
      }
    }
    pump();
  }

  /** Tells the desk what it does not know yet, before whoever waits for the work goes on. */
  void flush() throws InterruptedException {
    UsageReport report;
    synchronized (this) {
      long end = transport.now() + Lease.LAPSE_SECONDS * SECOND;
      while (asking && transport.now() < end) {
        wait(10);
      }
      if (!unreported || asking) {
        return;
      }
      report = prepare(transport.now());
    }
    exchange(report);
  }

  private void pump() {
    while (true) {
      WaitingCall call;
      Optional<Refusal> refused;
      synchronized (this) {
        refused = refusal;
        call = refused.isPresent() ? queue.pollFirst() : next();
        if (call == null) {
          askOrWait();
          return;
        }
      }
      if (refused.isPresent()) {
        call.refuse(refused.get().failure(), refused.get().reason());
      } else {
        call.start();
      }
    }
  }

  private WaitingCall next() {
    long now = transport.now();
    if (queue.isEmpty()
        || !outage.allows(tally.inFlight(), now)
        || !lease.allows(tally.inFlight(), now)) {
      return null;
    }
    WaitingCall call = queue.pollFirst();
    lease.start(now);
    tally.started(call.expected());
    return call;
  }

  /** Asks the desk where that helps, and sees to it that someone looks again in time. */
  private void askOrWait() {
    long now = transport.now();
    boolean wants = !queue.isEmpty();
    long inFlight = tally.inFlight();
    boolean more = wants && lease.isShort(inFlight, queue.size());
    boolean back = !wants && lease.starts() > 0;
    boolean beat = now - asked >= BEAT && (inFlight > 0 || wants);
    boolean last =
        !wants && inFlight == 0 && lease.starts() == 0 && now - asked >= SOONEST && unreported;
    boolean told = retryAfter > 0 || stop.isPresent() && !stopTold;
    boolean soon = now >= lease.askAgain() && now - asked >= SOONEST;
    if (!asking && (told || back || beat || last || more && soon)) {
      ask(now);
    }
    if (refusal.isPresent() && inFlight == 0) {
      return;
    }
    if (wants || inFlight > 0) {
      long wake = now + BEAT;
      if (wants && outage.allows(inFlight, now)) {
        wake = lease.nextStart(inFlight, now, wake);
      }
      if (more && !asking) {
        wake = Math.min(wake, Math.max(lease.askAgain(), asked + SOONEST));
      }
      wakeAt(wake, now);
    }
  }

  private void wakeAt(long when, long now) {
    boolean pending = pump.isPresent() && !pump.get().isDone();
    if (pending && pumpAt - when <= 0) {
      return;
    }
    pump.ifPresent(old -> old.cancel(false));
    pumpAt = when;
    pump = Optional.of(transport.after(Math.max(0, when - now), this::woken));
  }

  /** The timer that woke us is over, so that the next can be set while we work. */
  private void woken() {
    synchronized (this) {
      pump = Optional.empty();
      pumpAt = Long.MAX_VALUE;
    }
    pump();
  }

  private void ask(long now) {
    UsageReport report = prepare(now);
    transport.apart(() -> exchange(report));
  }

  /** The report that is sent next; what it says counts as told. */
  private UsageReport prepare(long now) {
    asking = true;
    asked = now;
    unreported = false;
    if (queue.isEmpty() || !lease.hasSlots() || outage.isDown()) {
      // Without a slot they would lie here, while who has one may wait for the last of a budget.
      lease.giveStartsBack();
    }
    UsageReport report = tally.report(key, holder, queue, lease.starts(), retryAfter, stop);
    retryAfter = 0;
    stopTold = stop.isPresent();
    return report;
  }

  private void exchange(UsageReport report) {
    try {
      Grant grant = Grant.of(desk.exchange(report));
      synchronized (this) {
        take(grant);
      }
    } catch (RuntimeException unreachable) {
      synchronized (this) {
        asking = false;
        lease.unheard(transport.now());
        retryAfter = Math.max(retryAfter, report.retryAfterNanos());
        stopTold = false;
        unreported = true;
        if (lease.isLost(transport.now())) {
          refusal =
              Optional.of(
                  new Refusal(Failure.STOPPED, "the driver cannot be reached: " + unreachable));
        }
      }
    }
    pump();
  }

  private void take(Grant grant) {
    long now = transport.now();
    asking = false;
    lease.heard(now);
    switch (grant.state()) {
      case GO -> {
        cool(now, grant.coolNanos());
        lease.renew(grant, now);
      }
      case BUDGET -> refuseAll(Failure.BUDGET, "a budget is used up");
      case STOPPED -> refuseAll(Failure.STOPPED, "the stage stops");
      case UNKNOWN -> refuseAll(Failure.STOPPED, "this piece of work has ended");
    }
  }

  private void refuseAll(Failure failure, String reason) {
    lease.giveStartsBack();
    if (refusal.isEmpty()) {
      refusal = Optional.of(new Refusal(failure, reason));
    }
  }
}
