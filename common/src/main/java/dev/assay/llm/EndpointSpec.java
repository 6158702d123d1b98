package dev.assay.llm;

import dev.assay.base.Masking;
import dev.assay.base.Secret;
import dev.assay.config.EndpointConfig;
import dev.assay.config.PriceConfig;
import dev.assay.config.blocks.ParametersConfig;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * An endpoint as executors need it: the key read, nothing optional that is not.
 *
 * @param key the API key; empty text if there is none
 */
public record EndpointSpec(
    String name,
    String kind,
    String baseUrl,
    String model,
    Secret key,
    Map<String, Secret> headers,
    String apiVersion,
    int maxInFlight,
    double requestsPerSecond,
    double tokensPerSecond,
    Duration timeout,
    int retries,
    int giveUpAfter,
    Duration patience,
    PriceConfig price,
    boolean toolCalling,
    Limits limits)
    implements Serializable {

  /**
   * What is borne of an endpoint that refuses or sends away.
   *
   * @param refusals in a row, with no success between, after which it counts as down
   * @param pause until one call is tried on an endpoint that is down
   * @param longestWait most that is waited where it says how long to wait
   */
  public record Limits(int refusals, Duration pause, Duration longestWait) implements Serializable {
    public static final Limits USUAL =
        new Limits(3, Duration.ofSeconds(30), Duration.ofSeconds(300));
  }

  /** Tokens that an answer is assumed to take where {@code max-tokens} does not say. */
  public static final int ASSUMED_OUTPUT = 300;

  private static final int CHARACTERS_A_TOKEN = 4;

  /** The configured endpoint. Reads the key's file, if there is one. */
  public static EndpointSpec of(String name, EndpointConfig config) {
    return new EndpointSpec(
        name,
        config.kind(),
        config.baseUrl().replaceAll("/+$", ""),
        config.model(),
        config.apiKeyFile().isEmpty()
            ? config.apiKey().orElse(new Secret(""))
            : read(name, config.apiKeyFile()),
        new TreeMap<>(config.headers()),
        config.apiVersion(),
        config.maxInFlight(),
        config.requestsPerMinute().map(rate -> rate / 60).orElse(Double.POSITIVE_INFINITY),
        config.tokensPerMinute().map(rate -> rate / 60).orElse(Double.POSITIVE_INFINITY),
        seconds(config.timeout()),
        config.retries(),
        config.giveUpAfter(),
        seconds(config.patience()),
        config.pricePerMillion().orElse(new PriceConfig(0, 0)),
        config.toolCalling(),
        new Limits(config.refusals(), seconds(config.downPause()), seconds(config.longestWait())));
  }

  /**
   * The endpoint's identity in the ledger: its name and its limits may change, the replies stay.
   */
  String identity() {
    return kind + " " + baseUrl + " " + apiVersion;
  }

  /** The same without key and headers, for what makes calls without sending them. */
  public EndpointSpec withoutSecrets() {
    return new EndpointSpec(
        name,
        kind,
        baseUrl,
        model,
        new Secret(""),
        Map.of(),
        apiVersion,
        maxInFlight,
        requestsPerSecond,
        tokensPerSecond,
        timeout,
        retries,
        giveUpAfter,
        patience,
        price,
        toolCalling,
        limits);
  }

  /** What the tokens cost. */
  public double cost(Usage usage) {
    return (usage.input().orElse(0) * price.input() + usage.output().orElse(0) * price.output())
        / 1e6;
  }

  /**
   * What a prompt is expected to take: a token for every four characters of it, and for the answer
   * {@code max-tokens}, or {@value #ASSUMED_OUTPUT} where the prompt does not say. Nothing for a
   * service, which reports what it likes.
   */
  public Usage estimate(String prompt) {
    if (kind.equals("http-json")) {
      return Usage.UNKNOWN;
    }
    ParametersConfig parameters = ChatRequest.of(prompt).parameters();
    return new Usage(
        OptionalLong.of(1 + prompt.length() / CHARACTERS_A_TOKEN),
        OptionalLong.of(parameters.maxTokens().orElse(ASSUMED_OUTPUT)));
  }

  /** {@code text} without the key and the headers' values, however they are written there. */
  public String mask(String text) {
    List<Secret> secrets = new ArrayList<>(headers.values());
    secrets.add(key);
    return Masking.mask(text, secrets);
  }

  private static Secret read(String name, String file) {
    try {
      return new Secret(Files.readString(Path.of(file)).strip());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "llm.endpoints." + name + ".api-key-file: '" + file + "' cannot be read: " + e, e);
    }
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  /** Whether it has a key. */
  public boolean hasKey() {
    return !key.value().isEmpty();
  }

  /** The key as a header, after {@code before}; no header where there is no key. */
  public Map<String, String> keyHeader(String header, String before) {
    return hasKey() ? Map.of(header, before + key.value()) : Map.of();
  }
}
