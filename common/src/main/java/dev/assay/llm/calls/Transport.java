package dev.assay.llm.calls;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;

/** How requests leave and what time it is: the network and the clock, or a script of both. */
interface Transport {

  /** The time in nanoseconds, from any origin. */
  long now();

  /** Runs something short after a while. */
  ScheduledFuture<?> after(long nanos, Runnable work);

  /** Runs something that may block, elsewhere. */
  void apart(Runnable work);

  /** Sends. After {@code limit} the response is cancelled, headers or body missing. */
  HttpTransport.Sent send(HttpRequest request, Duration limit);
}
