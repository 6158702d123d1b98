package dev.assay.report.alignment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A stretch of a passage.
 *
 * @param supports the answer's sentences whose best match it is, such as "2 (0.91)"; empty where it
 *     is none's
 */
public record Stretch(String text, String supports) {

  /** A sentence of the answer, and what of the passages is most like it. */
  public record Link(String sentence, String match) {}

  /**
   * All of {@code passage}, with the first place of each match in it. Of two matches that overlap
   * the one that begins first is drawn.
   */
  public static List<Stretch> of(String passage, List<Link> links) {
    Map<String, List<String>> byMatch = new LinkedHashMap<>();
    for (Link link : links) {
      if (!link.match().isBlank()) {
        byMatch.computeIfAbsent(link.match(), m -> new ArrayList<>()).add(link.sentence());
      }
    }
    Map<Integer, String> places = new TreeMap<>();
    byMatch
        .keySet()
        .forEach(
            match -> {
              int place = passage.indexOf(match);
              if (place >= 0) {
                places.merge(place, match, (a, b) -> a.length() >= b.length() ? a : b);
              }
            });
    List<Stretch> stretches = new ArrayList<>();
    int at = 0;
    for (Map.Entry<Integer, String> place : places.entrySet()) {
      if (place.getKey() >= at) {
        add(stretches, passage.substring(at, place.getKey()), "");
        add(stretches, place.getValue(), String.join(", ", byMatch.get(place.getValue())));
        at = place.getKey() + place.getValue().length();
      }
    }
    add(stretches, passage.substring(at), "");
    return stretches;
  }

  private static void add(List<Stretch> stretches, String text, String supports) {
    if (!text.isEmpty()) {
      stretches.add(new Stretch(text, supports));
    }
  }
}
