package dev.assay.jobs.calls;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.SystemConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.Call;
import dev.assay.llm.CallResult;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.Conversation;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.EndpointSystem;
import dev.assay.llm.Message;
import dev.assay.llm.Reply;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.spark.calls.OneCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * One small call of every asked system and of every other endpoint, as stages would make them, each
 * tried once. Nothing of them is stored, so that no stage takes one for an answer.
 */
public final class EndpointProbes {
  private static final String REQUEST = "Reply with the word OK.";
  private static final String QUESTION = "What can you help with?";
  private static final String SERVICE = "http-json";

  private EndpointProbes() {}

  /**
   * What came of one.
   *
   * @param line in words, secrets masked
   */
  public record Probed(boolean ok, String line) {}

  /** Calls all of them beside one another, within the command's budget. */
  public static List<Probed> of(AssayConfig config) {
    CallCoordinator.shared().begin(config.budget());
    Map<String, EndpointConfig> left = new TreeMap<>(config.llm().endpoints());
    List<CompletableFuture<Probed>> under = new ArrayList<>();
    for (Map.Entry<String, SystemConfig> system : new TreeMap<>(config.systems()).entrySet()) {
      if (system.getValue().isAsked()) {
        String endpoint = system.getValue().endpoint().orElseThrow();
        left.remove(endpoint);
        under.add(
            system(system.getKey(), system.getValue(), config.llm().endpoints().get(endpoint)));
      }
    }
    left.forEach((name, endpoint) -> under.add(endpoint(name, endpoint)));
    return under.stream().map(CompletableFuture::join).toList();
  }

  private static CompletableFuture<Probed> system(
      String name, SystemConfig system, EndpointConfig endpoint) {
    String where = "systems." + name;
    try {
      EndpointSystem asked = EndpointSystem.of(name, system, endpoint);
      EndpointSpec spec = asked.endpoint().once();
      Call call = asked.call(Conversation.NONE, QUESTION, "probe", 0);
      return OneCall.of(spec, call)
          .thenApply(result -> told(where, spec, result, problem(asked, result)));
    } catch (RuntimeException e) {
      return unasked(where, e);
    }
  }

  /** Why an answer that came is of no use to the system's settings. */
  private static Optional<String> problem(EndpointSystem asked, CallResult result) {
    return result
        .reply()
        .filter(reply -> result.failure().isEmpty())
        .flatMap(
            reply -> {
              try {
                return asked.read(reply.text(), reply.usage()).problem();
              } catch (RuntimeException unreadable) {
                return Optional.of("the reply is no JSON");
              }
            });
  }

  private static CompletableFuture<Probed> endpoint(String name, EndpointConfig endpoint) {
    String where = "llm.endpoints." + name;
    if (endpoint.kind().equals(SERVICE)) {
      return CompletableFuture.completedFuture(
          new Probed(true, where + ": not asked, only a system says what a service is sent"));
    }
    try {
      EndpointSpec spec = EndpointSpec.of(name, endpoint).once();
      ChatRequest request =
          new ChatRequest(
              List.of(Message.user(REQUEST)),
              endpoint.parameters().orElse(ParametersConfig.NONE),
              Optional.empty());
      Call call = new Call(spec, "probe", request.prompt(), 0);
      return OneCall.of(spec, call)
          .thenApply(result -> told(where, spec, result, Optional.empty()));
    } catch (RuntimeException e) {
      return unasked(where, e);
    }
  }

  private static CompletableFuture<Probed> unasked(String where, RuntimeException why) {
    return CompletableFuture.completedFuture(
        new Probed(false, where + ": cannot be asked: " + OneLine.of(why.getMessage())));
  }

  private static Probed told(
      String where, EndpointSpec spec, CallResult result, Optional<String> problem) {
    String at =
        "%s (%s%s)"
            .formatted(where, spec.kind(), spec.model().isEmpty() ? "" : ", " + spec.model());
    if (result.failure().isPresent()) {
      return new Probed(false, at + ": " + OneLine.of(result.error()));
    }
    if (problem.isPresent()) {
      return new Probed(false, at + ": " + problem.get());
    }
    String tokens =
        result
            .reply()
            .map(Reply::usage)
            .filter(usage -> usage.output().isPresent())
            .map(
                usage ->
                    ", %d tokens".formatted(usage.input().orElse(0) + usage.output().orElse(0)))
            .orElse("");
    return new Probed(
        true,
        String.format(
            Locale.ROOT, "%s: ok, %.0f ms%s", at, result.latencyMillis().orElse(0), tokens));
  }
}
