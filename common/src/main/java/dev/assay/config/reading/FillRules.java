package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.grammar.FillConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.config.grammar.TextTemplatesConfig;
import java.util.ArrayList;
import java.util.List;

/** What the wording and the filling of templates allows. */
record FillRules(Checks checks) {

  private static final List<String> STYLES =
      List.of("short", "long", "formal", "colloquial", "polite", "indirect", "passive", "typos");
  private static final int VARIANTS_BY_RULES = 3;

  void check(AssayConfig config) {
    checks.text(config.grammar().suite(), "grammar.suite");
    checks.text(config.grammar().templates(), "grammar.templates");
    FillConfig fill = config.grammar().fill();
    checks.range(1, 1_000_000, fill.maxCombinations(), "grammar.fill.max-combinations");
    checks.atLeast(1, fill.maxSet(), "grammar.fill.max-set");
    checks.atLeast(1, fill.connections(), "grammar.fill.connections");
    checks.atLeast(0, fill.corpusChunks(), "grammar.fill.corpus-chunks");
    text(config);
    sql(config);
  }

  private void text(AssayConfig config) {
    TextTemplatesConfig text = config.grammar().text();
    checks.textIfGiven(config.grammar().export(), "grammar.export");
    checks.textIfGiven(text.prompt(), "grammar.text.prompt");
    Key styles = Key.of("grammar.text.styles");
    checks.require(!text.styles().isEmpty(), styles, "at least one style");
    List<String> known = new ArrayList<>(STYLES);
    if (text.endpoint().isPresent()) {
      known.addAll(text.criteria().keySet());
    }
    checks.eachOf(known, text.styles(), styles, "style");
    if (text.endpoint().isEmpty()) {
      checks.range(1, VARIANTS_BY_RULES, text.variants(), "grammar.text.variants");
      return;
    }
    checks.atLeast(1, text.variants(), "grammar.text.variants");
    chat(config, text.endpoint().get(), Key.of("grammar.text.endpoint"));
    text.parameters()
        .ifPresent(
            given -> new LlmRules(checks).parameters(Key.of("grammar.text.parameters"), given));
  }

  private void sql(AssayConfig config) {
    SqlTemplatesConfig sql = config.grammar().sql();
    checks.textIfGiven(sql.prompt(), "grammar.sql.prompt");
    checks.range(1, 100, sql.number(), "grammar.sql.number");
    if (sql.endpoint().isEmpty()) {
      return;
    }
    chat(config, sql.endpoint().get(), Key.of("grammar.sql.endpoint"));
    Key criteria = Key.of("grammar.sql.criteria");
    checks.require(!sql.criteria().isEmpty(), criteria, "at least one criterion, in words");
    sql.criteria().forEach(criterion -> checks.text(criterion, criteria));
    sql.parameters()
        .ifPresent(
            given -> new LlmRules(checks).parameters(Key.of("grammar.sql.parameters"), given));
  }

  private void chat(AssayConfig config, String name, Key key) {
    checks.oneOf(config.llm().endpoints().keySet(), name, key, "endpoint");
    EndpointConfig endpoint = config.llm().endpoints().get(name);
    checks.require(
        endpoint == null || endpoint.chats(), key, "an endpoint of kind openai or another chat");
  }
}
