package dev.assay.support;

import java.util.ArrayList;
import java.util.List;

/** Whether one text says the numbers of another, however each of them writes them. */
public final class SaidNumbers {
  private SaidNumbers() {}

  /** Whether {@code text} states a number. */
  public static boolean any(String text) {
    return Quantities.of(text).stream().anyMatch(Quantity::stated);
  }

  /** The numbers that {@code text} states and none of {@code sources} does, as it means them. */
  public static List<String> missing(String text, List<String> sources) {
    List<Quantity> said = new ArrayList<>();
    sources.forEach(source -> said.addAll(Quantities.of(source)));
    return Quantities.of(text).stream()
        .filter(Quantity::stated)
        .filter(number -> said.stream().noneMatch(number::saidBy))
        .map(number -> (number.value().toPlainString() + " " + number.unit()).strip())
        .toList();
  }
}
