package dev.assay.config.reading;

import dev.assay.base.Loopback;
import dev.assay.config.AssayConfig;
import dev.assay.config.BudgetConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.LlmConfig;
import dev.assay.config.SystemConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.model.onnx.CausalSpec;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What endpoints and budgets allow. */
record LlmRules(Checks checks) {

  private static final String HTTP_JSON = "http-json";
  private static final List<String> KINDS =
      List.of(
          "openai",
          "azure-openai",
          "anthropic",
          "ollama",
          "bedrock",
          HTTP_JSON,
          "completions",
          "vllm-completions");

  void check(AssayConfig config) {
    LlmConfig llm = config.llm();
    checks.oneOf(List.of("missing", "only"), llm.replay(), Key.of("llm.replay"), "replay");
    checks.range(0.0, 1.0, llm.maxFailureShare(), "llm.max-failure-share");
    llm.endpoints()
        .forEach((name, endpoint) -> endpoint(Key.of("llm.endpoints").child(name), endpoint));
    BudgetConfig budget = config.budget();
    checks.atLeast(0, budget.maxCalls().orElse(0L), "budget.max-calls");
    checks.atLeast(0, budget.maxTokens().orElse(0L), "budget.max-tokens");
    checks.require(budget.maxCost().orElse(0.0) >= 0, "budget.max-cost", "0 or more");
    systems(config.systems(), llm.endpoints());
    languageModel(config.models().languageModel(), llm.endpoints());
  }

  private void languageModel(CausalSpec model, Map<String, EndpointConfig> endpoints) {
    Key key = Key.of("models.language-model").child("source");
    if (model.kind().equals(CausalSpec.ENDPOINT)) {
      checks.oneOf(endpoints.keySet(), model.source(), key, "endpoint");
      checks.require(
          !endpoints.containsKey(model.source())
              || EndpointConfig.COMPLETIONS.contains(endpoints.get(model.source()).kind()),
          key,
          "an endpoint of kind completions or vllm-completions: the others tell nothing of a"
              + " prompt's probability");
    }
  }

  private void endpoint(Key key, EndpointConfig endpoint) {
    checks.oneOf(KINDS, endpoint.kind(), key.child("kind"), "kind");
    checks.require(
        plainUrl(endpoint.baseUrl()),
        key.child("base-url"),
        "an http or https URL without user, password, query and fragment");
    boolean secret =
        endpoint.apiKey().isPresent()
            || !endpoint.apiKeyFile().isEmpty()
            || !endpoint.headers().isEmpty()
            || endpoint.parameters().map(given -> hasPlaces(given.extra())).orElse(false);
    checks.require(
        !secret || !plainUrl(endpoint.baseUrl()) || Loopback.isSafe(URI.create(endpoint.baseUrl())),
        key.child("base-url"),
        "https where a key or headers are sent, or http to this machine (localhost, 127.0.0.1,"
            + " [::1])");
    checks.require(
        !endpoint.model().isBlank() || endpoint.kind().equals(HTTP_JSON),
        key.child("model"),
        "the model's name with kind = " + endpoint.kind());
    checks.require(
        endpoint.apiKey().isEmpty() || endpoint.apiKeyFile().isEmpty(),
        key.child("api-key-file"),
        "nothing where api-key is given");
    checks.require(
        !endpoint.kind().equals("azure-openai") || !endpoint.apiVersion().isBlank(),
        key.child("api-version"),
        "a version such as 2024-10-21 with kind = azure-openai");
    checks.require(endpoint.maxInFlight() >= 1, key.child("max-in-flight"), "1 or more");
    positive(key.child("requests-per-minute"), endpoint.requestsPerMinute());
    positive(key.child("tokens-per-minute"), endpoint.tokensPerMinute());
    positive(key.child("timeout"), Optional.of(endpoint.timeout()));
    positive(key.child("patience"), Optional.of(endpoint.patience()));
    checks.require(endpoint.retries() >= 0, key.child("retries"), "0 or more");
    checks.require(endpoint.giveUpAfter() >= 1, key.child("give-up-after"), "1 or more");
    checks.require(endpoint.refusals() >= 1, key.child("refusals"), "1 or more");
    positive(key.child("down-pause"), Optional.of(endpoint.downPause()));
    positive(key.child("longest-wait"), Optional.of(endpoint.longestWait()));
    endpoint
        .pricePerMillion()
        .ifPresent(
            price ->
                checks.require(
                    price.input() >= 0 && price.output() >= 0,
                    key.child("price-per-million"),
                    "prices of 0 or more"));
    endpoint.parameters().ifPresent(given -> values(key.child("parameters"), given));
  }

  /** Of calls that go to several endpoints: a secret belongs to one of them. */
  void parameters(Key key, ParametersConfig given) {
    checks.require(
        !hasPlaces(given.extra()),
        key.child("extra"),
        "no ${env:…} and no ${file:…}: they stand in parameters.extra of the endpoint");
    values(key, given);
  }

  private static boolean hasPlaces(String extra) {
    return extra.contains("${env:") || extra.contains("${file:");
  }

  private void values(Key key, ParametersConfig given) {
    checks.require(
        given.temperature().orElse(0.0) >= 0, key.child("temperature"), "a number of 0 or more");
    double topP = given.topP().orElse(1.0);
    checks.require(topP > 0 && topP <= 1, key.child("top-p"), "a number above 0 and at most 1");
    checks.require(given.maxTokens().orElse(1) >= 1, key.child("max-tokens"), "1 or more");
    checks.require(
        given.extra().isBlank() || given.extra().strip().startsWith("{"),
        key.child("extra"),
        "a JSON object as text");
  }

  private void positive(Key key, Optional<Double> value) {
    checks.require(value.orElse(1.0) > 0, key, "a number above 0");
  }

  private void systems(Map<String, SystemConfig> systems, Map<String, EndpointConfig> endpoints) {
    systems.forEach(
        (name, system) -> {
          Key key = Key.of("systems").child(name);
          if (!system.isAsked() || system.endpoint().isEmpty()) {
            return;
          }
          String endpoint = system.endpoint().get();
          checks.oneOf(endpoints.keySet(), endpoint, key.child("endpoint"), "endpoint");
          if (endpoints.containsKey(endpoint)) {
            EndpointConfig one = endpoints.get(endpoint);
            checks.require(
                system.kind().equals(HTTP_JSON) ? one.kind().equals(HTTP_JSON) : one.chats(),
                key.child("endpoint"),
                "an endpoint of kind "
                    + (system.kind().equals(HTTP_JSON) ? HTTP_JSON : "openai or another chat"));
          }
          system.parameters().ifPresent(given -> values(key.child("parameters"), given));
        });
  }

  private static boolean plainUrl(String text) {
    try {
      URI url = URI.create(text);
      return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
          && url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawQuery() == null
          && url.getRawFragment() == null;
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }
}
