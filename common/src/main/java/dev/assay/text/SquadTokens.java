package dev.assay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tokens after the normalisation of SQuAD's evaluation: lower case, ASCII punctuation removed
 * (nothing put in its place), the articles a, an, the removed, split at white space.
 *
 * <p>Source: Rajpurkar et al. 2016, official evaluation script.
 */
public final class SquadTokens {
  private static final Pattern ARTICLES =
      Pattern.compile("(?<![\\p{L}\\p{N}_])(?:a|an|the)(?![\\p{L}\\p{N}_])");
  private static final Pattern SPACES =
      Pattern.compile("[\\s\\x1c-\\x1f]++", Pattern.UNICODE_CHARACTER_CLASS);

  private SquadTokens() {}

  /** The tokens of {@code text}; none when it has only articles and punctuation. */
  public static List<String> of(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    for (char c : text.toLowerCase(Locale.ROOT).toCharArray()) {
      if (!punctuation(c)) {
        kept.append(c);
      }
    }
    List<String> tokens = new ArrayList<>();
    for (String token : SPACES.split(ARTICLES.matcher(kept).replaceAll(" "))) {
      if (!token.isEmpty()) {
        tokens.add(token);
      }
    }
    return List.copyOf(tokens);
  }

  /**
   * Overlap of the tokens of two texts as SQuAD 2.0 defines it: when either has none, 1 if both
   * have none and else 0.
   */
  public static Overlap overlap(String expected, String answer) {
    List<String> reference = of(expected);
    List<String> candidate = of(answer);
    if (reference.isEmpty() && candidate.isEmpty()) {
      return new Overlap(1, 1);
    }
    return Overlap.ofBags(reference, candidate);
  }

  private static boolean punctuation(char c) {
    return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
  }
}
