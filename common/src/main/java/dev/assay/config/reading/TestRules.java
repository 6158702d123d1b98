package dev.assay.config.reading;

import dev.assay.config.cases.CaseNames;
import dev.assay.config.cases.TestSource;
import dev.assay.config.cases.TestsConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What test suites need, and the columns of cases. */
record TestRules(Checks checks) {

  static final List<String> FORMATS =
      List.of("auto", "jsonl", "json", "yaml", "csv", "tsv", "xlsx", "parquet", "delta");

  void check(TestsConfig tests, List<String> running) {
    Key sources = Key.of("tests.sources");
    checks.require(
        !running.contains("tests") || !tests.sources().isEmpty(),
        sources,
        "at least one { path = … } for stage tests");
    Map<String, Integer> named = new HashMap<>();
    for (int i = 0; i < tests.sources().size(); i++) {
      TestSource source = tests.sources().get(i);
      Key key = sources.at(i);
      checks.text(source.path(), key.child("path"));
      source
          .format()
          .ifPresent(format -> checks.oneOf(FORMATS, format, key.child("format"), "format"));
      source.name().ifPresent(name -> checks.text(name, key.child("name")));
      source.version().ifPresent(version -> checks.text(version, key.child("version")));
      boolean trec = source.cases().preset().filter("trec"::equals).isPresent();
      checks.require(
          trec == source.qrels().isPresent(),
          key.child("qrels"),
          trec
              ? "the file of relevance judgements with preset = trec"
              : "nothing here, unless preset = trec");
      columns(checks, key, source.cases());
      Integer first = named.putIfAbsent(source.suite(), i);
      checks.require(
          first == null,
          key.child("name"),
          "a name of its own: tests.sources[%d] is '%s' too".formatted(first, source.suite()));
    }
  }

  static void columns(Checks checks, Key key, CaseNames cases) {
    cases
        .preset()
        .ifPresent(
            preset -> checks.oneOf(CaseNames.PRESETS, preset, key.child("preset"), "preset"));
    checks.require(
        cases.messagesColumn().isEmpty() || cases.historyColumn().isEmpty(),
        key.child("history-column"),
        "nothing beside messages-column, which has the question too",
        key.child("messages-column"));
    checks.require(
        cases.weightColumn().isEmpty() || cases.inclusionProbabilityColumn().isEmpty(),
        key.child("inclusion-probability-column"),
        "nothing beside weight-column: a weight is one over the probability",
        key.child("weight-column"));
  }
}
