package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.BudgetConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.Call;
import dev.assay.llm.CallRecord;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Journal;
import dev.assay.llm.Message;
import dev.assay.llm.Specs;
import dev.assay.llm.calls.ScriptedTransport.Said;
import dev.assay.llm.wire.Wires;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The calls of a task that is cancelled, with a scripted endpoint and clock. */
class CallsTest {
  private static final EndpointSpec SPEC = Specs.openAi("http://nowhere", 3);
  private static final String OK =
      "{\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}],"
          + "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}";

  private int heard;
  private int written;

  /** What is written never becomes safe. */
  private final Journal journal =
      new Journal() {
        @Override
        public CompletionStage<Void> append(CallRecord entry) {
          written++;
          return new CompletableFuture<>();
        }

        @Override
        public void idle() {}

        @Override
        public void close() {}
      };

  /** Nothing but the three under way has room; a request ends by itself after five seconds. */
  @Test
  void requestsOfACancelledTaskEndAndOthersHaveTheirRoom() {
    ScriptedTransport transport = hearing(Double.POSITIVE_INFINITY);
    Endpoint endpoint = endpoint(transport);
    cancel(endpoint, transport, 3);
    cancel(endpoint, transport, 6);
  }

  @Test
  void aReplyThatIsNotSafeWhenItsTaskIsCancelledKeepsNoRoom() {
    ScriptedTransport transport = hearing(.1);
    Endpoint endpoint = endpoint(transport);
    cancel(endpoint, transport, 3);
    assertThat(written).isEqualTo(3);
    cancel(endpoint, transport, 6);
  }

  private ScriptedTransport hearing(double seconds) {
    return new ScriptedTransport(
        second -> {
          heard++;
          return Said.of(200, OK, seconds);
        });
  }

  private static Endpoint endpoint(ScriptedTransport transport) {
    CallCoordinator desk = new CallCoordinator(transport::now);
    desk.begin(BudgetConfig.NONE);
    return Endpoint.local(SPEC, Wires.of(SPEC), desk, transport);
  }

  /** Three calls, cancelled .2 seconds after so many were heard, or 4 seconds without them. */
  private void cancel(Endpoint endpoint, ScriptedTransport transport, int wanted) {
    double begun = transport.second();
    Calls calls =
        new Calls(
            Map.of("e", endpoint),
            journal,
            () -> {
              run(transport, () -> heard == wanted || transport.second() > begun + 4);
              double then = transport.second();
              run(transport, () -> transport.second() > then + .2);
              return true;
            });
    assertThatThrownBy(
            () ->
                calls.make(
                    IntStream.range(wanted, wanted + 3).mapToObj(CallsTest::call).iterator()))
        .isInstanceOf(InterruptedException.class);
    assertThat(heard).isEqualTo(wanted);
  }

  private static void run(ScriptedTransport transport, BooleanSupplier done) {
    try {
      transport.run(done);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Call call(int number) {
    ChatRequest request =
        new ChatRequest(
            List.of(Message.user("q" + number)), ParametersConfig.NONE, Optional.empty());
    return new Call(SPEC, "", request.prompt(), 0);
  }
}
