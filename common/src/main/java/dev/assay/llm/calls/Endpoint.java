package dev.assay.llm.calls;

import dev.assay.llm.Call;
import dev.assay.llm.CallResult;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Wire;
import java.util.concurrent.CompletableFuture;

/**
 * One endpoint as an executor sees it. Every call ends with a result: attempts have a deadline,
 * failures that may pass are tried again with growing, jittered pauses, 429s wait as long as they
 * are told to, and all of it together is given up after {@code patience}.
 */
public final class Endpoint {
  private final EndpointSpec spec;
  private final Wire wire;
  private final CallQueue gate;
  private final Transport transport;

  private Endpoint(EndpointSpec spec, Wire wire, CallQueue gate, Transport transport) {
    this.transport = transport;
    this.spec = spec;
    this.wire = wire;
    this.gate = gate;
  }

  /**
   * An endpoint that is used from this JVM alone.
   *
   * @param wire of its kind
   * @param desk decides when calls may start
   */
  public static Endpoint local(EndpointSpec spec, Wire wire, CallCoordinator desk) {
    return local(spec, wire, desk, HttpTransport.LIVE);
  }

  /** The same over another transport. */
  static Endpoint local(EndpointSpec spec, Wire wire, CallCoordinator desk, Transport transport) {
    String key = desk.open(spec);
    return new Endpoint(
        spec, wire, new CallQueue(key, "local", desk::exchange, spec, transport), transport);
  }

  /**
   * An endpoint that executors share.
   *
   * @param wire of its kind
   * @param key what the desk opened it as
   * @param holder this executor's name
   */
  public static Endpoint shared(
      EndpointSpec spec, Wire wire, String key, String holder, Coordinator desk) {
    return shared(spec, wire, key, holder, desk, HttpTransport.LIVE);
  }

  /** The same over another transport. */
  static Endpoint shared(
      EndpointSpec spec,
      Wire wire,
      String key,
      String holder,
      Coordinator desk,
      Transport transport) {
    CallQueue queue = new CallQueue(key, holder, desk, spec, transport);
    return new Endpoint(spec, wire, queue, transport);
  }

  public EndpointSpec spec() {
    return spec;
  }

  /**
   * Asks a language model. The future never fails; cancelling it ends the request.
   *
   * @param sample which of several replies to the same request; each is a call of its own
   */
  public CompletableFuture<CallResult> ask(ChatRequest request, int sample) {
    return call(new Call(spec, "", request.prompt(), sample));
  }

  /** Makes a call. The future never fails; cancelling it ends the request. */
  public CompletableFuture<CallResult> call(Call call) {
    return fly(call, false).result();
  }

  /**
   * Makes a call whose reply keeps its slot until it is released: so no more replies are at risk
   * than calls may be under way.
   */
  Attempts held(Call call) {
    return fly(call, true);
  }

  private Attempts fly(Call call, boolean held) {
    Attempts flight = new Attempts(spec, wire, gate, transport, call, held);
    flight.begin();
    return flight;
  }

  /** Tells the desk what was spent. */
  public void flush() throws InterruptedException {
    gate.flush();
  }
}
