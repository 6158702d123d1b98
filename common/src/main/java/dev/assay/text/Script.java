package dev.assay.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The script that most letters of a text are written in; kana counts for a text that mixes it with
 * Han, as Japanese does.
 *
 * @param script the script
 * @param letters letters of the text, in any script
 */
public record Script(UnicodeScript script, int letters) {

  /** The main script of {@code text}, empty when it has no letter. */
  public static Optional<Script> of(String text) {
    Map<UnicodeScript, Integer> counts = new EnumMap<>(UnicodeScript.class);
    text.codePoints()
        .filter(Character::isLetter)
        .forEach(c -> counts.merge(UnicodeScript.of(c), 1, Integer::sum));
    int letters = counts.values().stream().mapToInt(Integer::intValue).sum();
    int kana =
        counts.getOrDefault(UnicodeScript.HIRAGANA, 0)
            + counts.getOrDefault(UnicodeScript.KATAKANA, 0);
    if (kana > 0 && 2 * (kana + counts.getOrDefault(UnicodeScript.HAN, 0)) > letters) {
      return Optional.of(new Script(UnicodeScript.HIRAGANA, letters));
    }
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> new Script(most.getKey(), letters));
  }
}
