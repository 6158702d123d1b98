package dev.assay.config.reading;

import dev.assay.config.SystemConfig;
import dev.assay.config.cases.IndexNoise;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.registry.Perturbators;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each kind of system under test needs and takes. */
record SystemRules(Checks checks) {

  void check(Map<String, SystemConfig> systems) {
    systems.forEach((name, system) -> check(Key.of("systems").child(name), system));
  }

  private void check(Key key, SystemConfig system) {
    checks.requireHidden(
        !key.equals(Key.of("systems").child("all")),
        key,
        "a system of another name: in tables, all stands for every system");
    checks.oneOf(
        List.of("embedded", "table", "openai-chat", "http-json"),
        system.kind(),
        key.child("kind"),
        "kind");
    if (system.kind().equals("embedded")) {
      embedded(key, system);
    } else if (system.kind().equals("table")) {
      table(key, system);
    } else if (system.kind().equals("openai-chat")) {
      asked(key, system);
      refuse(key, jsonOnly(system), system.kind());
      checks.require(
          system.prompt().orElse("{question}").contains("{question}"),
          key.child("prompt"),
          "text with {question}");
    } else if (system.kind().equals("http-json")) {
      asked(key, system);
      refuse(key, chatOnly(system), system.kind());
      json(key, system);
    }
  }

  private void asked(Key key, SystemConfig system) {
    need(key, "endpoint", system.endpoint(), "a name in llm.endpoints");
    Map<String, Optional<?>> refused = embeddedOnly(system);
    if ((system.prompt().orElse("") + system.systemPrompt().orElse("") + system.body().orElse(""))
        .contains("{contexts}")) {
      refused.remove("retriever");
      refused.remove("top-k");
      refused.remove("index-noise");
      handed(key, system);
    } else {
      refused.put("contexts-of", system.contextsOf());
    }
    refuse(key, refused, system.kind());
    refuse(key, tableOnly(system), system.kind());
  }

  /** Passages come from the corpus or from a recording. */
  private void handed(Key key, SystemConfig system) {
    if (system.contextsOf().isEmpty()) {
      retriever(key, system);
      return;
    }
    Key of = key.child("contexts-of");
    checks.text(system.contextsOf().get(), of);
    checks.require(
        system.retriever().isEmpty(), key.child("retriever"), "nothing beside contexts-of", of);
    checks.require(system.topK().isEmpty(), key.child("top-k"), "nothing beside contexts-of", of);
    checks.require(
        system.indexNoise().isEmpty(), key.child("index-noise"), "nothing beside contexts-of", of);
  }

  private void json(Key key, SystemConfig system) {
    need(key, "body", system.body(), "the request's body, JSON with {question}");
    String body = system.body().orElse("{question}");
    checks.require(
        body.contains("{question}") || body.contains("{messages}"),
        key.child("body"),
        "JSON with {question} or {messages} in one of its texts");
    checks.require(system.reply().isPresent(), key.child("reply"), "a block { answer = \"/…\" }");
    system
        .reply()
        .ifPresent(
            reply -> {
              Key block = key.child("reply");
              pointer(block.child("answer"), Optional.of(reply.answer()));
              pointer(block.child("contexts"), reply.contexts());
              pointer(block.child("context-text"), Optional.of(reply.contextText()));
              pointer(block.child("context-chunk-id"), reply.contextChunkId());
              pointer(block.child("context-doc-id"), reply.contextDocId());
              pointer(block.child("context-score"), reply.contextScore());
              pointer(block.child("artifacts"), reply.artifacts());
              pointer(block.child("input-tokens"), reply.inputTokens());
              pointer(block.child("output-tokens"), reply.outputTokens());
            });
  }

  private void pointer(Key key, Optional<String> pointer) {
    checks.require(
        pointer.isEmpty() || pointer.get().isEmpty() || pointer.get().startsWith("/"),
        key,
        "a JSON Pointer such as /choices/0/text, or empty text for the whole");
  }

  private void embedded(Key key, SystemConfig system) {
    retriever(key, system);
    refuse(key, tableOnly(system), "embedded");
    refuse(key, askedOnly(system), "embedded");
    rate(key.child("faults"), system.faults());
    rate(key.child("retrieval-faults"), system.retrievalFaults());
    system
        .faultsWhere()
        .ifPresent(
            where -> {
              Key conditions = key.child("faults-where");
              checks.require(!where.isEmpty(), conditions, "at least one NAME = VALUE");
              where.forEach((name, value) -> checks.text(value, conditions.child(name)));
            });
    checks.require(system.maxTerms().orElse(1) >= 1, key.child("max-terms"), "1 or more");
    checks.require(
        system.answerSentences().orElse(1) >= 1, key.child("answer-sentences"), "1 or more");
  }

  private void retriever(Key key, SystemConfig system) {
    need(key, "retriever", system.retriever(), "dense or sparse");
    system
        .retriever()
        .ifPresent(
            name ->
                checks.oneOf(
                    List.of("dense", "sparse"), name, key.child("retriever"), "retriever"));
    checks.require(system.topK().orElse(1) >= 1, key.child("top-k"), "1 or more");
    system.indexNoise().ifPresent(noise -> noise(key.child("index-noise"), noise));
  }

  private void noise(Key key, IndexNoise noise) {
    Key steps = key.child("perturbators");
    checks.require(!noise.perturbators().isEmpty(), steps, "at least one perturbator");
    for (int i = 0; i < noise.perturbators().size(); i++) {
      checks.oneOf(
          Perturbators.ofTexts(), noise.perturbators().get(i), steps.at(i), "noise for texts");
    }
    checks.oneOf(Intensity.ids(), noise.intensity(), key.child("intensity"), "intensity");
  }

  private void rate(Key key, Optional<Double> rate) {
    double value = rate.orElse(0.0);
    checks.require(value >= 0 && value <= 1, key, "a number from 0.0 to 1.0");
  }

  private void table(Key key, SystemConfig system) {
    need(key, "path", system.path(), "the file, directory or URI of the recorded answers");
    refuse(key, embeddedOnly(system), "table");
    refuse(key, askedOnly(system), "table");
    TestRules.columns(checks, key, system.cases());
    checks.require(
        system.metadataColumns().isEmpty() || system.cases().attributeColumns().isEmpty(),
        key.child("metadata-columns"),
        "nothing beside attribute-columns, which means the same",
        key.child("attribute-columns"));
    system
        .format()
        .ifPresent(
            format -> checks.oneOf(TestRules.FORMATS, format, key.child("format"), "format"));
  }

  private void need(Key system, String name, Optional<String> value, String allowed) {
    checks.require(value.isPresent(), system.child(name), allowed);
    value.ifPresent(text -> checks.text(text, system.child(name)));
  }

  private void refuse(Key system, Map<String, Optional<?>> values, String kind) {
    values.forEach(
        (name, value) ->
            checks.require(
                value.isEmpty(), system.child(name), "nothing here with kind = " + kind));
  }

  private static Map<String, Optional<?>> embeddedOnly(SystemConfig system) {
    Map<String, Optional<?>> values = new LinkedHashMap<>();
    values.put("retriever", system.retriever());
    values.put("max-terms", system.maxTerms());
    values.put("faults", system.faults());
    values.put("faults-where", system.faultsWhere());
    values.put("retrieval-faults", system.retrievalFaults());
    values.put("top-k", system.topK());
    values.put("index-noise", system.indexNoise());
    values.put("answer-sentences", system.answerSentences());
    return values;
  }

  private static Map<String, Optional<?>> tableOnly(SystemConfig system) {
    Map<String, Optional<?>> values = new LinkedHashMap<>();
    values.put("path", system.path());
    values.put("format", system.format());
    values.putAll(keys(system.answers()));
    values.putAll(keys(system.cases()));
    values.put("suite", system.suite());
    values.put("metadata-columns", system.metadataColumns());
    values.put("score-columns", system.scoreColumns());
    return values;
  }

  /** The keys that {@code columns} stands for. */
  private static Map<String, Optional<?>> keys(Record columns) {
    Map<String, Optional<?>> keys = new LinkedHashMap<>();
    for (RecordComponent component : columns.getClass().getRecordComponents()) {
      try {
        keys.put(
            KnownKeys.kebab(component.getName()),
            (Optional<?>) component.getAccessor().invoke(columns));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("The component " + component + " cannot be read", e);
      }
    }
    return keys;
  }

  private static Map<String, Optional<?>> askedOnly(SystemConfig system) {
    Map<String, Optional<?>> values = new LinkedHashMap<>();
    values.put("endpoint", system.endpoint());
    values.put("contexts-of", system.contextsOf());
    values.putAll(chatOnly(system));
    values.putAll(jsonOnly(system));
    return values;
  }

  private static Map<String, Optional<?>> chatOnly(SystemConfig system) {
    Map<String, Optional<?>> values = new LinkedHashMap<>();
    values.put("system-prompt", system.systemPrompt());
    values.put("prompt", system.prompt());
    values.put("parameters", system.parameters());
    return values;
  }

  private static Map<String, Optional<?>> jsonOnly(SystemConfig system) {
    Map<String, Optional<?>> values = new LinkedHashMap<>();
    values.put("body", system.body());
    values.put("reply", system.reply());
    return values;
  }
}
