package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.GenerateConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What the making of test cases allows. */
record GenerateRules(Checks checks) {

  private static final List<String> BY_RULES =
      List.of("factual", "yes_no", "multiple_choice", "two_chunk");
  private static final List<String> BY_ENDPOINT =
      List.of(
          "factual",
          "yes_no",
          "multiple_choice",
          "two_chunk",
          "multi_hop",
          "inference",
          "comparison",
          "numeric",
          "procedural",
          "unanswerable");
  private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{N}_-]{0,39}");

  void check(AssayConfig config) {
    GenerateConfig generate = config.generate();
    checks.oneOf(
        List.of("rules", "endpoint"), generate.provider(), Key.of("generate.provider"), "provider");
    checks.text(generate.suite(), "generate.suite");
    Key types = Key.of("generate.query-types");
    checks.require(!generate.queryTypes().isEmpty(), types, "at least one query type");
    checks.eachOf(
        generate.byEndpoint() ? BY_ENDPOINT : BY_RULES, generate.queryTypes(), types, "query type");
    checks.atLeast(1, generate.perChunk(), "generate.per-chunk");
    checks.range(-1.0, 1.0, generate.minRelevancy(), "generate.min-relevancy");
    checks.range(-1.0, 1.0, generate.maxSimilarity(), "generate.max-similarity");
    checks.atLeast(1, generate.indexChunks(), "generate.index-chunks");
    Key difficulties = Key.of("generate.difficulties");
    checks.require(!generate.difficulties().isEmpty(), difficulties, "at least one difficulty");
    for (int i = 0; i < generate.difficulties().size(); i++) {
      String one = generate.difficulties().get(i);
      checks.require(
          WORD.matcher(one).matches() && generate.difficulties().indexOf(one) == i,
          difficulties.at(i),
          "a word, each once");
    }
    checks.atLeast(1, generate.requestsPerChunk(), "generate.requests-per-chunk");
    checks.atLeast(1, generate.rounds(), "generate.rounds");
    checks.oneOf(
        List.of("dense", "sparse"),
        generate.retriever(),
        Key.of("generate.retriever"),
        "retriever");
    checks.atLeast(1, generate.maxRank(), "generate.max-rank");
    checks.range(0.0, 1.0, generate.maxCopied(), "generate.max-copied");
    checks.range(0.0, 1.0, generate.minSupport(), "generate.min-support");
    checks.atLeast(1, generate.checkPassages(), "generate.check-passages");
    List<String> prompts = new ArrayList<>(BY_ENDPOINT);
    prompts.add("facts");
    prompts.add("answerable");
    generate
        .prompts()
        .keySet()
        .forEach(
            name -> checks.oneOf(prompts, name, Key.of("generate.prompts").child(name), "prompt"));
    endpoint(config);
  }

  private void endpoint(AssayConfig config) {
    GenerateConfig generate = config.generate();
    Key key = Key.of("generate.endpoint");
    checks.require(
        !generate.byEndpoint() || generate.endpoint().isPresent(),
        Key.of("generate.provider"),
        "rules, unless generate.endpoint is a name in llm.endpoints");
    if (generate.endpoint().isEmpty()) {
      return;
    }
    String name = generate.endpoint().get();
    checks.oneOf(config.llm().endpoints().keySet(), name, key, "endpoint");
    EndpointConfig endpoint = config.llm().endpoints().get(name);
    checks.require(
        endpoint == null || endpoint.chats(), key, "an endpoint of kind openai or another chat");
    generate
        .parameters()
        .ifPresent(given -> new LlmRules(checks).parameters(Key.of("generate.parameters"), given));
  }
}
