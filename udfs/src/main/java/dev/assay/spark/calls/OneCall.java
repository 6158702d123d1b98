package dev.assay.spark.calls;

import dev.assay.llm.Call;
import dev.assay.llm.CallResult;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.Endpoint;
import dev.assay.llm.wire.Wires;
import java.util.concurrent.CompletableFuture;

/** A call that this process makes itself, by the endpoint's limits and the command's budget. */
public final class OneCall {
  private OneCall() {}

  /**
   * What comes of it, when what it cost is counted; nothing of it is stored. The future never
   * fails.
   */
  public static CompletableFuture<CallResult> of(EndpointSpec endpoint, Call call) {
    Endpoint own =
        Endpoint.local(endpoint, Wires.of(endpoint, new AwsSigner()), CallCoordinator.shared());
    return own.call(call).thenApplyAsync(result -> counted(own, result));
  }

  private static CallResult counted(Endpoint endpoint, CallResult result) {
    try {
      endpoint.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return result;
  }
}
