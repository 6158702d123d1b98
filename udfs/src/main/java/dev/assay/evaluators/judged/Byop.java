package dev.assay.evaluators.judged;

import dev.assay.base.Hashes;
import dev.assay.config.ByopConfig;
import dev.assay.config.JudgesConfig;
import dev.assay.core.Evaluator;
import dev.assay.prompts.OwnPrompt;
import dev.assay.prompts.Prompt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Judges by prompts of the user's own: a text file each, and a scale. */
public final class Byop {
  private static final Map<String, String> TEMPLATES =
      Map.of("boolean", "byop", "score", "byop-score", "levels", "byop-levels");

  private Byop() {}

  /**
   * The configured ones by id. Reads their files.
   *
   * @throws IllegalArgumentException for a file that cannot be read, or has a place that there is
   *     not
   */
  public static Map<String, Evaluator> evaluators(JudgesConfig config) {
    Map<String, Evaluator> evaluators = new LinkedHashMap<>();
    config
        .byop()
        .forEach(
            (name, byop) -> {
              String id = JudgesConfig.BYOP + name;
              evaluators.put(id, judge(id, byop, text(id, byop.prompt())));
            });
    OwnPrompt.folder(config.byopFolder())
        .forEach(
            (name, own) -> {
              String id = JudgesConfig.BYOP + name;
              evaluators.put(id, judge(id, own.rules(), own.text()));
            });
    return evaluators;
  }

  private static Evaluator judge(String id, ByopConfig byop, String text) {
    return new PromptJudge(prompt(id, byop, text), false);
  }

  private static Prompt prompt(String id, ByopConfig byop, String text) {
    Prompt template = Prompt.read("bundled:" + TEMPLATES.get(byop.scale()));
    Prompt plain = prompt(id, template, text, Map.of());
    Set<String> known = new TreeSet<>(Texts.PLACES.keySet());
    known.add(Prompt.CONVERSATION);
    for (String place : plain.places()) {
      if (!known.contains(place)) {
        throw new IllegalArgumentException(
            "judges: %s has a place {%s}; there are %s".formatted(byop.prompt(), place, known));
      }
    }
    Map<String, String> header = new TreeMap<>();
    header.put("id", id);
    header.put("metric", byop.scale().equals("boolean") ? "passes" : byop.scale());
    header.put("metric_meaning", "What the judge says by " + byop.prompt());
    header.put("source", "002 BYOP");
    header.put("scale", byop.scale());
    header.put("levels", String.join(",", byop.levels()));
    header.put("threshold", Double.toString(byop.threshold()));
    header.put("rates", Boolean.toString(byop.scale().equals("boolean")));
    header.put("needs", String.join(",", needs(plain, byop)));
    return prompt(id, template, text, header);
  }

  private static Prompt prompt(
      String id, Prompt template, String text, Map<String, String> header) {
    return new Prompt(
        id,
        template.version(),
        template.system(),
        text,
        template.schema(),
        List.of(),
        Set.of(),
        header,
        Hashes.sha256(template.hash(), text));
  }

  private static List<String> needs(Prompt prompt, ByopConfig byop) {
    return byop.needs().isEmpty()
        ? prompt.places().stream()
            .filter(Texts.PLACES::containsKey)
            .map(place -> Texts.PLACES.get(place).name().toLowerCase(Locale.ROOT))
            .toList()
        : byop.needs();
  }

  private static String text(String id, String path) {
    try {
      return Files.readString(Path.of(path)).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Prompt " + path + " of " + id + " cannot be read: " + e, e);
    }
  }
}
