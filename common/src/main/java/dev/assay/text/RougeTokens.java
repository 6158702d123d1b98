package dev.assay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tokens for ROUGE: by default those of rouge-score 0.1.2, lower-case runs of a–z and 0–9, words of
 * more than three characters stemmed.
 *
 * <p>The package finds nothing in text of other scripts and cuts words at accents. The Unicode
 * tokenizer takes runs of letters, marks and digits of any script, and each ideograph or kana as a
 * token of its own.
 *
 * @param stemmer whether words are stemmed
 * @param unicode whether letters beyond a–z count
 */
public record RougeTokens(boolean stemmer, boolean unicode) {

  /** The tokens of {@code text} in order; none for a text without letters and digits. */
  public List<String> of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    List<String> tokens = new ArrayList<>();
    if (unicode) {
      Words.runs(lower, tokens::add);
    } else {
      latin(lower, tokens);
    }
    if (stemmer) {
      tokens.replaceAll(token -> token.length() > 3 ? PorterStemmer.stem(token) : token);
    }
    return List.copyOf(tokens);
  }

  private static void latin(String lower, List<String> tokens) {
    int start = -1;
    for (int at = 0; at <= lower.length(); at++) {
      char c = at < lower.length() ? lower.charAt(at) : ' ';
      boolean inside = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
      if (inside && start < 0) {
        start = at;
      } else if (!inside && start >= 0) {
        tokens.add(lower.substring(start, at));
        start = -1;
      }
    }
  }
}
