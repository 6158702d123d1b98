package dev.assay.llm.calls;

import dev.assay.llm.Call;
import dev.assay.llm.CallRecord;
import dev.assay.llm.CallResult;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Journal;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Makes the calls of one task, many at a time. The task's thread alone pulls calls; what became of
 * one is in the journal before its slot goes to another, so that no more replies are at risk than
 * calls may be under way. Calls of all endpoints are under way at once, so that a slow one does not
 * hold up the others before {@value #MOST} of its calls wait.
 */
public final class Calls {
  private static final int MOST = 1024;
  private static final long LOOK_MILLIS = 50;

  private final Map<String, Endpoint> endpoints;
  private final Journal journal;
  private final BlockingQueue<Done> done = new LinkedBlockingQueue<>();
  private final Set<Attempts> live = new HashSet<>();
  private final BooleanSupplier cancelled;
  private boolean stopped;

  private record Done(Attempts flight, boolean stopped, Optional<Throwable> unwritten) {}

  /**
   * @param endpoints by name
   * @param cancelled asked now and then whether to end at once
   */
  public Calls(Map<String, Endpoint> endpoints, Journal journal, BooleanSupplier cancelled) {
    this.cancelled = cancelled;
    this.endpoints = Map.copyOf(endpoints);
    this.journal = journal;
  }

  /**
   * Makes every call and writes what became of each, until a budget or a refusal ends the work:
   * then what is under way is waited for, and what was not asked is left out.
   *
   * @throws InterruptedException when the task is cancelled; nothing is under way any more
   */
  public void make(Iterator<Call> calls) throws IOException, InterruptedException {
    try {
      while (true) {
        while (!stopped && live.size() < MOST && calls.hasNext()) {
          begin(calls.next());
          take(done.poll());
        }
        if (live.isEmpty()) {
          for (Endpoint endpoint : endpoints.values()) {
            endpoint.flush();
          }
          return;
        }
        take(done.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        journal.idle();
        if (cancelled.getAsBoolean()) {
          throw new InterruptedException("The task was cancelled");
        }
      }
    } finally {
      for (Attempts flight : live) {
        flight.result().cancel(true);
        flight.release();
      }
    }
  }

  private void begin(Call call) {
    Endpoint endpoint = endpoints.get(call.endpoint());
    Attempts flight = endpoint.held(call);
    live.add(flight);
    flight
        .result()
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                kept(endpoint.spec(), call, result)
                    .whenComplete(
                        (nothing, unwritten) -> {
                          flight.release();
                          done.add(
                              new Done(flight, result.stopped(), Optional.ofNullable(unwritten)));
                        });
              }
            });
  }

  private CompletionStage<Void> kept(EndpointSpec spec, Call call, CallResult result) {
    if (result.stopped()) {
      return CompletableFuture.completedStage(null);
    }
    try {
      return journal.append(CallRecord.of(spec, call, result, Instant.now()));
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private void take(Done one) throws IOException {
    for (Done next = one; next != null; next = done.poll()) {
      live.remove(next.flight());
      stopped |= next.stopped();
      if (next.unwritten().isPresent()) {
        throw new IOException("The journal cannot be written", next.unwritten().get());
      }
    }
  }
}
