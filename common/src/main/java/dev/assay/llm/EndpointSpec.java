package dev.assay.llm;

import dev.assay.base.Loopback;
import dev.assay.base.Masking;
import dev.assay.base.Secret;
import dev.assay.config.EndpointConfig;
import dev.assay.config.PriceConfig;
import dev.assay.config.blocks.ParametersConfig;
import java.io.Serializable;
import java.net.URI;
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
 * @param bodySecrets what is put in the places of requests' bodies, and what else is masked: {@link
 *     SecretPlaces}
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
    Limits limits,
    Map<String, Secret> bodySecrets)
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
    String where = "llm.endpoints." + name;
    Map<String, Secret> headers = new TreeMap<>();
    Map<String, Secret> secrets =
        new TreeMap<>(
            SecretPlaces.of(
                config.parameters().map(ParametersConfig::extra).orElse(""),
                where + ".parameters.extra"));
    config
        .headers()
        .forEach(
            (header, value) -> {
              String key = where + ".headers." + header;
              headers.put(header, SecretPlaces.filled(value, key));
              secrets.putAll(SecretPlaces.masked(value, key));
            });
    config.apiKey().ifPresent(key -> secrets.putAll(SecretPlaces.masked(key, where + ".api-key")));
    return new EndpointSpec(
        name,
        config.kind(),
        config.baseUrl().replaceAll("(?<!/)/++$", ""),
        config.model(),
        config.apiKeyFile().isEmpty()
            ? SecretPlaces.filled(config.apiKey().orElse(new Secret("")), where + ".api-key")
            : SecretPlaces.file(where + ".api-key-file", config.apiKeyFile()),
        headers,
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
        new Limits(config.refusals(), seconds(config.downPause()), seconds(config.longestWait())),
        secrets);
  }

  /**
   * With what a body needs too.
   *
   * @throws IllegalArgumentException where others could read it on its way
   */
  public EndpointSpec withBodySecrets(Map<String, Secret> more) {
    if (!more.isEmpty() && !Loopback.isSafe(URI.create(baseUrl))) {
      throw new IllegalArgumentException(
          "llm.endpoints.%s.base-url is '%s': secrets in bodies need https, or this machine"
              .formatted(name, baseUrl));
    }
    Map<String, Secret> all = new TreeMap<>(bodySecrets);
    all.putAll(more);
    return with(key, headers, all);
  }

  /**
   * The endpoint's identity in the ledger: its name and its limits may change, the replies stay.
   */
  String identity() {
    return kind + " " + baseUrl + " " + apiVersion;
  }

  /** The same without key and headers, for what makes calls without sending them. */
  public EndpointSpec withoutSecrets() {
    return with(new Secret(""), Map.of(), Map.of());
  }

  /** The same, and a call that fails is not tried again. */
  public EndpointSpec once() {
    return with(key, headers, bodySecrets, 0);
  }

  private EndpointSpec with(
      Secret ownKey, Map<String, Secret> ownHeaders, Map<String, Secret> ownBodySecrets) {
    return with(ownKey, ownHeaders, ownBodySecrets, retries);
  }

  private EndpointSpec with(
      Secret ownKey,
      Map<String, Secret> ownHeaders,
      Map<String, Secret> ownBodySecrets,
      int ownRetries) {
    return new EndpointSpec(
        name,
        kind,
        baseUrl,
        model,
        ownKey,
        ownHeaders,
        apiVersion,
        maxInFlight,
        requestsPerSecond,
        tokensPerSecond,
        timeout,
        ownRetries,
        giveUpAfter,
        patience,
        price,
        toolCalling,
        limits,
        ownBodySecrets);
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

  /**
   * {@code text} without the key and the values of headers and bodies, however they are written
   * there.
   */
  public String mask(String text) {
    List<Secret> secrets = new ArrayList<>(headers.values());
    secrets.addAll(bodySecrets.values());
    secrets.add(key);
    return Masking.mask(text, secrets);
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
