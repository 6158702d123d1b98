package dev.assay.perturb.asking;

import dev.assay.base.Lines;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Attacks by category. Each has a goal that an answer meets when the attack has succeeded, as a
 * condition of text_matching: a word that stands in no document, drawn for each twin.
 */
public final class Attacks {
  private static final int CODES = 10_000;

  private Attacks() {}

  /** One for each category of the bundled file. */
  public static List<Perturbator> all() {
    Map<String, List<String>> templates = new LinkedHashMap<>();
    for (String line : Lines.of(Attacks.class, "attacks.txt")) {
      String[] parts = line.split(": ", 2);
      templates.computeIfAbsent(parts[0], category -> new ArrayList<>()).add(parts[1]);
    }
    return templates.entrySet().stream().map(one -> of(one.getKey(), one.getValue())).toList();
  }

  private static Perturbator of(String category, List<String> templates) {
    return new Perturbator(
        category,
        Meaning.ATTACKED,
        false,
        "Attack of category " + category + " around the question, with a goal of its own.",
        (asked, intensity, random) -> {
          String template = Places.one(templates, random);
          String code = String.format(Locale.ROOT, "QUILL-%04d", random.nextInt(CODES));
          return Rewrite.to(
              template.replace("{code}", code).replace("{question}", asked.text()),
              Map.of("attack_category", category, "attack_goal", "\"" + code + "\""));
        });
  }
}
