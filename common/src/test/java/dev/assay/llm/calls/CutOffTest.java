package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.BudgetConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.CallResult;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Message;
import dev.assay.llm.Specs;
import dev.assay.llm.wire.Wires;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An executor that lives and cannot reach the driver any more, which takes it for lost and has its
 * calls made by another: two executors, one desk, a scripted clock.
 */
class CutOffTest {
  private static final int IN_FLIGHT = 4;
  private static final double CUT = 5;
  private static final String OK =
      "{\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}],"
          + "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}";

  private final ScriptedTransport network =
      new ScriptedTransport(second -> ScriptedTransport.Said.of(200, OK, 1));
  private final CallCoordinator desk = new CallCoordinator(network::now);
  private final EndpointSpec spec = Specs.openAi("https://h/x", IN_FLIGHT);

  /** The network and clock of all, that knows when this executor sent. */
  private record Sending(ScriptedTransport network, List<Double> seconds) implements Transport {
    @Override
    public long now() {
      return network.now();
    }

    @Override
    public ScheduledFuture<?> after(long nanos, Runnable work) {
      return network.after(nanos, work);
    }

    @Override
    public void apart(Runnable work) {
      network.apart(work);
    }

    @Override
    public HttpTransport.Sent send(HttpRequest request, Duration limit) {
      seconds.add(network.second());
      return network.send(request, limit);
    }
  }

  @Test
  void callsForTenSecondsMoreAndNeverBesideMoreThanAllowed() throws Exception {
    desk.begin(BudgetConfig.NONE);
    String key = desk.open(spec);
    List<Double> cutOff = new ArrayList<>();
    List<Double> other = new ArrayList<>();
    List<Double> heard = new ArrayList<>();
    Coordinator cut =
        report -> {
          if (network.second() > CUT) {
            throw new IllegalStateException("no way to the driver");
          }
          heard.add(network.second());
          return desk.exchange(report);
        };
    List<CompletableFuture<CallResult>> lost = asked(key, "lost", cut, cutOff, 200);
    List<CompletableFuture<CallResult>> others = asked(key, "other", desk::exchange, other, 200);
    network.run(() -> Stream.concat(lost.stream(), others.stream()).allMatch(one -> one.isDone()));

    double last = heard.get(heard.size() - 1);
    List<Double> beside = cutOff.stream().filter(second -> second > last).toList();
    // Calls take a second, and it has two of the four slots: 2 in each of the ten seconds.
    assertThat(beside).hasSizeBetween(2, 2 * 10);
    assertThat(beside).allMatch(second -> second <= last + Lease.LAPSE_SECONDS);
    assertThat(atOnce(cutOff, other)).isEqualTo(IN_FLIGHT);
    // What it may have asked for is counted: no budget is exceeded by it.
    assertThat(desk.spent().lost().calls()).isGreaterThanOrEqualTo(beside.size());
    assertThat(lost.get(199).join().error()).contains("the driver cannot be reached");
    assertThat(others).allMatch(one -> one.join().status().equals("ok"));
    // The other gets its slots 20 s after its last word, when it has long ceased.
    assertThat(in(other, last + 11, last + 19)).isEqualTo(2 * 8);
    assertThat(in(other, last + 22, last + 30)).isEqualTo(4 * 8);
  }

  private List<CompletableFuture<CallResult>> asked(
      String key, String holder, Coordinator line, List<Double> sent, int calls) {
    Endpoint endpoint =
        Endpoint.shared(spec, Wires.of(spec), key, holder, line, new Sending(network, sent));
    return IntStream.range(0, calls)
        .mapToObj(
            i ->
                endpoint.ask(
                    new ChatRequest(
                        List.of(Message.user(holder + i)), ParametersConfig.NONE, Optional.empty()),
                    0))
        .toList();
  }

  /** Most calls under way at once; each takes a second, less what adding doubles may add. */
  private static long atOnce(List<Double> some, List<Double> others) {
    List<Double> all = Stream.concat(some.stream(), others.stream()).toList();
    return all.stream()
        .mapToLong(at -> all.stream().filter(from -> from <= at && at < from + 1 - 1e-6).count())
        .max()
        .orElseThrow();
  }

  private static long in(List<Double> seconds, double from, double to) {
    return seconds.stream().filter(second -> second >= from && second < to).count();
  }
}
