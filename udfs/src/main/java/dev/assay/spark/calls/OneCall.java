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

  /** What comes of it; nothing of it is stored. The future never fails. */
  public static CompletableFuture<CallResult> of(EndpointSpec endpoint, Call call) {
    return Endpoint.local(endpoint, Wires.of(endpoint, new AwsSigner()), CallCoordinator.shared())
        .call(call);
  }
}
