package dev.assay.evaluators.shared;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a model says of texts, by text. */
public final class ByText {
  private ByText() {}

  /** Asks once about every distinct text; not at all where there is none. */
  public static <T> Map<String, T> of(
      Collection<String> texts, Function<List<String>, List<T>> model) {
    List<String> distinct = texts.stream().distinct().toList();
    List<T> said = distinct.isEmpty() ? List.of() : model.apply(distinct);
    Map<String, T> byText = new HashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      byText.put(distinct.get(i), said.get(i));
    }
    return byText;
  }
}
