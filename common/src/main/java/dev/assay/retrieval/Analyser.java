package dev.assay.retrieval;

import dev.assay.base.Lines;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns English text into index terms: NFKC, small letters; a term is a run of letters, or a number
 * with its decimal part and without its grouping commas; words of {@code stop-words.txt} are left
 * out; the plural goes by Harman's S-stemmer (Harman 1991, "How effective is suffixing?": -ies,
 * -es, -s, first rule that applies).
 */
public final class Analyser {
  private static final Pattern TERM = Pattern.compile("\\p{L}+|\\d+(?:,\\d{3}){0,6}(?:\\.\\d+)?");
  private static final Set<String> STOP = Set.copyOf(Lines.of(Analyser.class, "stop-words.txt"));

  private Analyser() {}

  /** The terms of {@code text} in order, repeats included. */
  public static List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    Matcher matcher = TERM.matcher(small(text));
    while (matcher.find()) {
      String term = matcher.group().replace(",", "");
      if (counts(term)) {
        terms.add(stem(term));
      }
    }
    return terms;
  }

  /** The beginning of {@code text}, in small letters, up to its {@code n}-th term. */
  public static String beginning(String text, int n) {
    String lower = small(text);
    Matcher matcher = TERM.matcher(lower);
    int found = 0;
    while (matcher.find()) {
      if (counts(matcher.group().replace(",", "")) && ++found == n) {
        return lower.substring(0, matcher.end());
      }
    }
    return lower;
  }

  private static String small(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }

  private static boolean counts(String term) {
    return (term.length() > 1 || Character.isDigit(term.charAt(0))) && !STOP.contains(term);
  }

  static String stem(String term) {
    int n = term.length();
    if (term.endsWith("ies") && n > 3 && !term.endsWith("eies") && !term.endsWith("aies")) {
      return term.substring(0, n - 3) + "y";
    }
    if (term.endsWith("es")
        && !term.endsWith("aes")
        && !term.endsWith("ees")
        && !term.endsWith("oes")) {
      return term.substring(0, n - 1);
    }
    if (term.endsWith("s") && !term.endsWith("us") && !term.endsWith("ss")) {
      return term.substring(0, n - 1);
    }
    return term;
  }
}
