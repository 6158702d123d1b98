package dev.assay.grammar.text;

import dev.assay.base.Lines;
import java.util.Map;
import java.util.TreeMap;

/** What a style means, in words for a language model. */
public final class Criteria {
  private static final Map<String, String> BUNDLED = new TreeMap<>();

  static {
    for (String line : Lines.of(Criteria.class, "criteria.txt")) {
      String[] parts = line.split(" \\| ", 2);
      BUNDLED.put(parts[0], parts[1]);
    }
  }

  private Criteria() {}

  /**
   * The style in words.
   *
   * @param own of the configuration; they count more than ours
   */
  public static String of(String style, Map<String, String> own) {
    return own.containsKey(style) ? own.get(style) : BUNDLED.getOrDefault(style, style);
  }
}
