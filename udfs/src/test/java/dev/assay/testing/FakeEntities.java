package dev.assay.testing;

import dev.assay.model.EntityRecogniser;
import java.util.ArrayList;
import java.util.List;

/** Knows one person, Zorro, with probability 0.9, and one place, Utopia. */
public record FakeEntities() implements EntityRecogniser {

  @Override
  public String id() {
    return "fake-entities";
  }

  @Override
  public List<List<Entity>> find(List<String> texts) {
    return texts.stream().map(FakeEntities::entities).toList();
  }

  private static List<Entity> entities(String text) {
    List<Entity> found = new ArrayList<>();
    for (int at = text.indexOf("Zorro"); at >= 0; at = text.indexOf("Zorro", at + 1)) {
      found.add(new Entity("PER", at, at + 5, 0.9));
    }
    for (int at = text.indexOf("Utopia"); at >= 0; at = text.indexOf("Utopia", at + 1)) {
      found.add(new Entity("LOC", at, at + 6, 0.9));
    }
    return found;
  }
}
