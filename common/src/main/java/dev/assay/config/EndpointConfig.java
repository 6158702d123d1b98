package dev.assay.config;

import dev.assay.base.Secret;
import dev.assay.config.blocks.Default;
import dev.assay.config.blocks.ParametersConfig;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where calls go, how fast, and what they cost. See {@code conf/reference.conf}.
 *
 * @param kind how requests and replies are written
 * @param apiKeyFile a mounted file that holds the key; empty: none
 * @param headers further headers, all taken for secrets
 * @param timeout seconds for one attempt, from connecting to the last byte
 * @param retries further attempts after failures that may pass; 429 is none
 * @param giveUpAfter failed calls in a row after which the endpoint counts as down
 * @param toolCalling whether the model calls tools; if not, it is asked for a call as JSON by
 *     schema
 * @param patience seconds from a call's first attempt after which it is given up, waiting included
 * @param refusals refused calls in a row after which the endpoint counts as down
 * @param downPause seconds until one call is tried on an endpoint that is down
 * @param longestWait most seconds that are waited where Retry-After asks for it
 */
public record EndpointConfig(
    String kind,
    String baseUrl,
    @Default("") String model,
    Optional<Secret> apiKey,
    @Default("") String apiKeyFile,
    Map<String, Secret> headers,
    @Default("") String apiVersion,
    @Default("16") int maxInFlight,
    Optional<Double> requestsPerMinute,
    Optional<Double> tokensPerMinute,
    @Default("60") double timeout,
    @Default("4") int retries,
    @Default("25") int giveUpAfter,
    @Default("900") double patience,
    Optional<PriceConfig> pricePerMillion,
    Optional<ParametersConfig> parameters,
    @Default("true") boolean toolCalling,
    @Default("3") int refusals,
    @Default("30") double downPause,
    @Default("300") double longestWait) {

  /** Kinds that tell the log-probabilities of a prompt, and do nothing else. */
  public static final Set<String> COMPLETIONS = Set.of("completions", "vllm-completions");

  /** Whether a conversation can be held. */
  public boolean chats() {
    return !kind.equals("http-json") && !COMPLETIONS.contains(kind);
  }
}
