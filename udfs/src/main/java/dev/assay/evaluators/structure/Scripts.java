package dev.assay.evaluators.structure;

import dev.assay.text.Script;
import java.lang.Character.UnicodeScript;
import java.util.Optional;
import java.util.Set;

/** What scripts alone say of languages. */
final class Scripts {
  private static final Set<UnicodeScript> SHARED =
      Set.of(UnicodeScript.LATIN, UnicodeScript.CYRILLIC);
  private static final Set<UnicodeScript> JAPANESE =
      Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA);

  private Scripts() {}

  /** Whether two texts are written in scripts that no one language uses both of. */
  static boolean differ(String a, String b) {
    Optional<Script> left = Script.of(a);
    Optional<Script> right = Script.of(b);
    if (left.isEmpty()
        || right.isEmpty()
        || left.get().letters() < 2
        || right.get().letters() < 2) {
      return false;
    }
    UnicodeScript one = left.get().script();
    UnicodeScript other = right.get().script();
    // Serbian is written in both Latin and Cyrillic, and Japanese may be Han alone.
    return one != other
        && !(SHARED.contains(one) && SHARED.contains(other))
        && !(JAPANESE.contains(one) && JAPANESE.contains(other));
  }
}
