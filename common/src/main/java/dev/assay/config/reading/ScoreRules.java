package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.scores.GivenMetric;
import dev.assay.config.scores.ScoreSource;
import dev.assay.core.ValidationDimension;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the declarations of scores from elsewhere allow, and the names that they make known. */
record ScoreRules(Checks checks) {

  private static final Pattern NAME = Pattern.compile("[^.:\\s]+");
  private static final List<String> FORMATS =
      List.of("auto", "jsonl", "csv", "xlsx", "parquet", "delta");

  void check(AssayConfig config) {
    String name = config.scores().name();
    Key named = Key.of("scores.name");
    checks.require(NAME.matcher(name).matches(), named, "a name without dot, colon and space");
    checks.require(
        !checks.isEvaluator(name) && !name.equals("human"), named, "no evaluator's name");
    Map<String, GivenMetric> given = config.given();
    TreeSet<String> qualified = new TreeSet<>();
    given.keySet().forEach(metric -> qualified.add(name + "." + metric));
    checks.alsoDeclared(name, qualified);
    metrics(config.scores().metrics(), Key.of("scores.metrics"), given);
    config
        .systems()
        .forEach(
            (id, system) -> {
              Key key = Key.of("systems").child(id).child("score-columns");
              system.scoreColumns().ifPresent(scored -> metrics(scored, key, given));
            });
    Key sources = Key.of("scores.sources");
    for (int i = 0; i < config.scores().sources().size(); i++) {
      source(config.scores().sources().get(i), sources.at(i), given);
    }
  }

  private void metrics(Map<String, GivenMetric> metrics, Key block, Map<String, GivenMetric> all) {
    metrics.forEach(
        (name, metric) -> {
          Key key = block.child(name);
          checks.require(
              NAME.matcher(name).matches(),
              key,
              "a name without dot, colon and space, with the column beside it: NAME { column ="
                  + " \"…\" }");
          checks.require(
              metric.range().isEmpty()
                  || metric.range().get().size() == 2
                      && Double.isFinite(metric.low())
                      && Double.isFinite(metric.high())
                      && metric.low() < metric.high(),
              key.child("range"),
              "[low, high], two numbers that grow");
          checks.require(
              Double.isFinite(metric.factor()) && metric.factor() > 0,
              key.child("scale"),
              "a positive number");
          checks.oneOf(
              Arrays.stream(ValidationDimension.values()).map(ValidationDimension::id).toList(),
              metric.dimension(),
              key.child("validation-dimension"),
              "validation dimension");
          if (metric.range().filter(ends -> ends.size() < 2).isEmpty()
              && all.get(name).range().filter(ends -> ends.size() < 2).isEmpty()) {
            checks.require(
                metric.agrees(all.get(name)),
                key,
                "the same range, direction and validation dimension wherever '" + name + "' is");
          }
        });
  }

  private void source(ScoreSource source, Key key, Map<String, GivenMetric> given) {
    checks.text(source.path(), key.child("path"));
    source
        .format()
        .ifPresent(format -> checks.oneOf(FORMATS, format, key.child("format"), "format"));
    source
        .metric()
        .ifPresent(metric -> checks.oneOf(given.keySet(), metric, key.child("metric"), "score"));
    checks.require(
        source.metric().isEmpty() || source.metricColumn().isEmpty(),
        key.child("metric-column"),
        "nothing beside metric",
        key.child("metric"));
    checks.require(
        !given.isEmpty(), key, "scores that scores.metrics declares", Key.of("scores.metrics"));
  }
}
