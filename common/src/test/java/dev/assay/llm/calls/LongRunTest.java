package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.assay.base.Secret;
import dev.assay.base.Seeds;
import dev.assay.config.BudgetConfig;
import dev.assay.config.PriceConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.CallResult;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Message;
import dev.assay.llm.calls.ScriptedTransport.Said;
import dev.assay.llm.wire.Wires;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** Long runs against a scripted endpoint and clock. */
class LongRunTest {
  private static final String KEY = "sk-planted-4711";
  private static final String OK =
      "{\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}],"
          + "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}";

  private CallCoordinator desk;
  private ScriptedTransport transport;
  private int heard;
  private int answered;
  private int throttled;
  private int inWindow;
  private int window;

  private List<CallResult> ask(
      int calls, int maxInFlight, double patience, ScriptedTransport.Server server)
      throws Exception {
    transport = new ScriptedTransport(server);
    desk = new CallCoordinator(transport::now);
    desk.begin(BudgetConfig.NONE);
    EndpointSpec spec =
        new EndpointSpec(
            "e",
            "openai",
            "https://h/x",
            "m",
            new Secret(KEY),
            Map.of(),
            "",
            maxInFlight,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Duration.ofSeconds(60),
            4,
            8,
            Duration.ofMillis((long) (patience * 1000)),
            new PriceConfig(3, 15),
            true,
            EndpointSpec.Limits.USUAL,
            Map.of());
    Endpoint endpoint = Endpoint.local(spec, Wires.of(spec), desk, transport);
    List<CompletableFuture<CallResult>> all =
        IntStream.range(0, calls)
            .mapToObj(
                i ->
                    endpoint.ask(
                        new ChatRequest(
                            List.of(Message.user("q" + i)),
                            ParametersConfig.NONE,
                            Optional.empty()),
                        0))
            .toList();
    CompletableFuture<Void> whole = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    transport.run(whole::isDone);
    assertThat(all).allMatch(CompletableFuture::isDone);
    double end = transport.second();
    // What is still to be told to the desk is told within a few beats.
    transport.run(() -> transport.second() > end + 5);
    return all.stream().map(CompletableFuture::join).toList();
  }

  private Said ok(double seconds) {
    answered++;
    return Said.of(200, OK, seconds);
  }

  @Test
  void patienceBeginsWithTheFirstAttemptNotInTheQueue() throws Exception {
    // 100 calls of 10 s one after the other: the last waits 990 s, patience is 60 s.
    List<CallResult> results = ask(100, 1, 60, second -> ok(10));
    assertThat(results).extracting(CallResult::status).containsOnly("ok");
  }

  @Test
  void aRefusedPromptMarksItsCallAlone() throws Exception {
    List<CallResult> results =
        ask(
            50,
            1,
            900,
            second ->
                switch (++heard) {
                  case 1, 20 -> Said.of(403, "<html>blocked by the firewall</html>", 1);
                  case 30 -> Said.of(400, "the prompt names insufficient_quota", 1);
                  default -> ok(1);
                });
    assertThat(results).filteredOn(result -> result.status().equals("ok")).hasSize(47);
    assertThat(results.get(0).error()).startsWith("unauthorised: status 403");
    assertThat(results).noneMatch(CallResult::stopped);
    assertThat(desk.stopped()).isEmpty();
  }

  @Test
  void whereEveryCallIsRefusedFromTheStartTheStageStops() throws Exception {
    List<CallResult> results =
        ask(
            50,
            1,
            900,
            second -> {
              heard++;
              return Said.of(401, "no such key", 1);
            });
    assertThat(heard).isEqualTo(3);
    assertThat(results).filteredOn(CallResult::stopped).hasSize(47);
    assertThat(desk.stopped().orElseThrow()).contains("'e' refuses all requests", "status 401");
  }

  @Test
  void whatRetryAfterAsksForIsCapped() throws Exception {
    List<CallResult> results =
        ask(
            1,
            1,
            900,
            second ->
                ++heard == 1 ? Said.of(429, "later", 1).header("retry-after", "86400") : ok(1));
    assertThat(results.get(0).status()).as(results.get(0).error()).isEqualTo("ok");
    assertThat(transport.second()).isBetween(300.0, 400.0);
  }

  @Test
  void aReplyThatRepeatsTheKeyIsKeptWithoutIt() throws Exception {
    List<CallResult> results =
        ask(1, 1, 900, second -> Said.of(200, OK.replace("yes", "I was sent " + KEY + "."), 1));
    assertThat(results.get(0).reply().orElseThrow().text()).isEqualTo("I was sent ***.");
  }

  @Test
  void anErrorThatIsCutOffWithinTheKeyShowsNoPartOfIt() throws Exception {
    for (int before = 100; before < 700; before += 7) {
      String body = "x".repeat(before) + KEY;
      List<CallResult> results = ask(1, 1, 900, second -> Said.of(404, body, 1));
      assertThat(results.get(0).error()).doesNotContain("sk-");
    }
  }

  /** Eight hours with what goes wrong in a night; times are seconds from the start. */
  @Test
  void eightHoursOfTroubleAreAllAnsweredOrTold() throws Exception {
    List<CallResult> results = ask(14_000, 4, 3600, this::night);
    assertThat(transport.second()).isGreaterThan(8 * 3600);
    List<CallResult> failed =
        results.stream().filter(result -> !result.status().equals("ok")).toList();
    assertThat(failed).noneMatch(CallResult::stopped).noneMatch(one -> one.error().isBlank());
    assertThat(results.size() - failed.size()).isEqualTo(answered);
    assertThat(failed.size()).as("told, not answered").isLessThan(140);
    assertThat(failed)
        .extracting(one -> one.error().replaceAll(":.*", ""))
        .contains("connection", "unauthorised", "timeout");
    // The bill: what the server heard and did not turn away, and the tokens of what it answered.
    assertThat(desk.spent().calls()).isEqualTo(heard - throttled);
    assertThat(desk.spent().tokens()).isEqualTo(120L * answered);
    assertThat(desk.spent().cost()).isCloseTo(answered * (100 * 3 + 20 * 15) / 1e6, offset(1e-6));
  }

  private Said night(double second) {
    heard++;
    if (within(second, 30, 20)) {
      return Said.broken(new ConnectException("Connection refused"));
    }
    if (within(second, 90, 30) && Seeds.uniform(heard, "brownout", "e") < .4) {
      return Said.of(502, "bad gateway", 5);
    }
    if (within(second, 240, 10)) {
      return Said.of(401, "the key was rotated", 1);
    }
    if (within(second, 300, 15)) {
      return Said.broken(new SSLHandshakeException("certificate expired"));
    }
    if (within(second, 360, 10)) {
      return Said.of(200, OK, Double.POSITIVE_INFINITY);
    }
    if (within(second, 420, 10)) {
      return Said.broken(new UnresolvedAddressException());
    }
    // 1,700 an hour are allowed; then the window's end is named.
    int hour = (int) (second / 3600);
    inWindow = hour == window ? inWindow + 1 : 1;
    window = hour;
    if (inWindow > 1_700) {
      inWindow--;
      throttled++;
      return Said.of(429, "quota", 1)
          .header("retry-after", Integer.toString((int) Math.ceil((hour + 1) * 3600 - second)));
    }
    return ok(7.5);
  }

  private static boolean within(double second, double minute, double minutes) {
    return second >= minute * 60 && second < (minute + minutes) * 60;
  }
}
