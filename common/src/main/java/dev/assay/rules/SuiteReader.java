package dev.assay.rules;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import dev.assay.base.Hocon;
import dev.assay.base.Nearest;
import dev.assay.base.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads suites. A file has a list {@code rules} of { id, category, pattern, anchors, reach, digits,
 * validator, placeholders, ignore, found, clean, meaning }; {@code found} are texts in which the
 * rule finds something, exactly what stands in {@code [[ ]]} where that is given, and {@code clean}
 * texts in which it finds nothing.
 */
final class SuiteReader {
  private static final String BUNDLED = "bundled:";
  private static final Set<String> KEYS =
      Set.of(
          "id",
          "category",
          "pattern",
          "anchors",
          "reach",
          "digits",
          "validator",
          "placeholders",
          "ignore",
          "found",
          "clean",
          "meaning");

  /** Assay's own suites, read once: they are the same for every evaluator. */
  private static final Map<String, List<Rule>> READ = new ConcurrentHashMap<>();

  RuleSuite read(String names) {
    List<Rule> rules = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (String name : names.split(",")) {
      String one = name.strip();
      List<Rule> found =
          one.startsWith(BUNDLED) ? READ.computeIfAbsent(one, SuiteReader::suite) : suite(one);
      for (Rule rule : found) {
        if (!ids.add(rule.id())) {
          throw new IllegalArgumentException(
              "Rule '%s' is in more than one of the suites %s; ids are unique"
                  .formatted(rule.id(), names));
        }
        rules.add(rule);
      }
    }
    return new RuleSuite(names, rules);
  }

  private static List<Rule> suite(String name) {
    try {
      Config file = file(name);
      Set<String> unknown = new HashSet<>(file.root().keySet());
      unknown.remove("rules");
      if (!unknown.isEmpty() || !file.hasPath("rules")) {
        throw new IllegalArgumentException(
            "Rule suite %s has %s; it has one key, rules".formatted(name, file.root().keySet()));
      }
      return file.getConfigList("rules").stream().map(SuiteReader::rule).toList();
    } catch (ConfigException e) {
      throw new IllegalArgumentException("Rule suite %s: %s".formatted(name, e.getMessage()), e);
    }
  }

  private static Config file(String name) {
    if (name.startsWith(BUNDLED)) {
      String resource = name.substring(BUNDLED.length()) + ".conf";
      String text =
          Resources.text(SuiteReader.class, resource)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "There is no rule suite %s. Bundled are: pii, secrets, abstention, safety, question-safety"
                              .formatted(name)));
      return Hocon.read(() -> ConfigFactory.parseString(text, options(name)).resolve());
    }
    Path path = Path.of(name);
    if (!Files.isRegularFile(path)) {
      throw new IllegalArgumentException(
          "There is no rule suite file %s; write bundled:NAME for one of Assay's own"
              .formatted(name));
    }
    return Hocon.read(() -> ConfigFactory.parseFile(path.toFile(), options(name)).resolve());
  }

  private static ConfigParseOptions options(String name) {
    return ConfigParseOptions.defaults()
        .setSyntax(ConfigSyntax.CONF)
        .setOriginDescription(name)
        .setAllowMissing(false);
  }

  private static Rule rule(Config config) {
    String place = config.origin().description();
    for (String key : config.root().keySet()) {
      if (!KEYS.contains(key)) {
        throw new IllegalArgumentException(
            "%s: unknown key '%s' of a rule.%s".formatted(place, key, Nearest.hint(key, KEYS)));
      }
    }
    String id = config.getString("id");
    Rule rule =
        new Rule(
            id,
            config.hasPath("category") ? config.getString("category") : id,
            pattern(place, id, config.getString("pattern")),
            texts(config, "anchors").stream().map(a -> a.toLowerCase(Locale.ROOT)).toList(),
            config.hasPath("reach") ? config.getInt("reach") : 0,
            config.hasPath("digits") ? config.getInt("digits") : 0,
            validator(place, config),
            texts(config, "placeholders").stream()
                .map(p -> p.replaceAll("[ -]", "").toLowerCase(Locale.ROOT))
                .toList(),
            config.hasPath("ignore")
                ? pattern(place, id, config.getString("ignore")).pattern()
                : "");
    check(place, rule, config);
    return rule;
  }

  private static Pattern pattern(String place, String id, String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "%s: the pattern of rule '%s' is not RE2 (no look-around, no back-reference): %s"
              .formatted(place, id, e.getDescription()),
          e);
    }
  }

  private static Validator validator(String place, Config config) {
    String name = config.hasPath("validator") ? config.getString("validator") : "none";
    List<String> known = Arrays.stream(Validator.values()).map(Validator::id).toList();
    if (!known.contains(name)) {
      throw new IllegalArgumentException(
          "%s: unknown validator '%s'.%s".formatted(place, name, Nearest.hint(name, known)));
    }
    return Validator.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static void check(String place, Rule rule, Config config) {
    List<String> positive = texts(config, "found");
    List<String> negative = texts(config, "clean");
    if (positive.isEmpty() || negative.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: rule '%s' needs at least one example each under found and clean"
              .formatted(place, rule.id()));
    }
    for (String example : positive) {
      String text = example.replace("[[", "").replace("]]", "");
      List<String> found = found(rule, text);
      int open = example.indexOf("[[");
      boolean right =
          open < 0
              ? !found.isEmpty()
              : found.contains(example.substring(open + 2, example.indexOf("]]")));
      if (!right) {
        throw new IllegalArgumentException(
            "%s: rule '%s' should find something in \"%s\" and finds %s"
                .formatted(place, rule.id(), example, found));
      }
    }
    for (String text : negative) {
      List<String> found = found(rule, text);
      if (!found.isEmpty()) {
        throw new IllegalArgumentException(
            "%s: rule '%s' should find nothing in \"%s\" and finds %s"
                .formatted(place, rule.id(), text, found));
      }
    }
  }

  private static List<String> found(Rule rule, String text) {
    return rule.find(text, text.toLowerCase(Locale.ROOT), RuleSuite.MAX_FINDINGS).stream()
        .map(Finding::text)
        .toList();
  }

  private static List<String> texts(Config config, String key) {
    return config.hasPath(ConfigUtil.joinPath(key)) ? config.getStringList(key) : List.of();
  }
}
