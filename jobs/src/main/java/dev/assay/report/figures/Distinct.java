package dev.assay.report.figures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Texts that charts name by their place: each stands once. */
public final class Distinct {
  private final Map<String, Integer> places = new LinkedHashMap<>();

  /** The place of a text, from 0; a new one stands last. */
  public int place(String text) {
    return places.computeIfAbsent(text, one -> places.size());
  }

  /** All of them, by place. */
  public List<String> all() {
    return new ArrayList<>(places.keySet());
  }
}
