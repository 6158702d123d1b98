package dev.assay.evaluators.rules;

import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.EntityRecogniser.Entity;
import dev.assay.rules.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names of people as the recogniser in {@code models.ner} sees them; none where the slot is empty.
 *
 * @param byText the names in each text
 */
record Names(Map<String, List<Finding>> byText) {
  private static final Set<String> PEOPLE = Set.of("per", "person", "people", "name");

  /** Names in all of {@code texts}, asked for at once, of this probability at least. */
  static Names in(Collection<String> texts, Models models, double threshold) {
    Map<String, List<Finding>> byText = new HashMap<>();
    if (models.missing(Slot.NER).isEmpty()) {
      ByText.of(texts, models.entities()::find)
          .forEach((text, found) -> byText.put(text, people(text, found, threshold)));
    }
    return new Names(byText);
  }

  private static List<Finding> people(String text, List<Entity> entities, double threshold) {
    return entities.stream()
        .filter(e -> PEOPLE.contains(e.label().toLowerCase(Locale.ROOT)))
        .filter(e -> e.probability() >= threshold)
        .map(
            e -> new Finding("ner", "name", e.start(), e.end(), text.substring(e.start(), e.end())))
        .toList();
  }

  /** {@code findings} of rules in {@code text}, with the names that none of them overlaps. */
  List<Finding> with(List<Finding> findings, String text) {
    List<Finding> all = new ArrayList<>(findings);
    for (Finding name : byText.getOrDefault(text, List.of())) {
      if (findings.stream().noneMatch(f -> f.start() < name.end() && name.start() < f.end())) {
        all.add(name);
      }
    }
    return all;
  }
}
