package dev.assay.questions.rules;

import dev.assay.mentions.Kind;
import dev.assay.mentions.Mentions;
import dev.assay.retrieval.Analyser;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a question clear to someone who does not see the document: where the subject says too
 * little, the title goes before it.
 */
final class Context {
  private static final Pattern POINTS_INSIDE =
      Pattern.compile("\\bthis (?:part|subpart|section|regulation|appendix|paragraph)\\b");
  private static final Pattern SPECIFIC =
      Pattern.compile(".*\\p{Lu}\\p{Ll}+ (?:\\p{Lu}\\b|\\p{Lu}{2,}).*");
  private static final Pattern NUMBERED =
      Pattern.compile("(?:§|Section|Appendix|Article|Chapter|Rule|Part|Comment)s? ?\\p{Alnum}");
  private static final int LONGEST_TITLE = 120;

  private Context() {}

  /** Whether the question stands alone. */
  static boolean clear(Stem stem) {
    if (POINTS_INSIDE.matcher(stem.question()).find() || stem.rule().equals("meaning")) {
      return false;
    }
    boolean named =
        Mentions.find(stem.subject()).stream()
            .anyMatch(m -> m.kind() == Kind.NAME || m.kind() == Kind.IDENTIFIER);
    boolean roomy = Analyser.terms(stem.question()).size() >= (stem.rule().equals("who") ? 5 : 4);
    if (stem.rule().startsWith("who_is")) {
      return true;
    }
    int own = Analyser.terms(stem.subject()).size();
    boolean special = named || SPECIFIC.matcher(stem.subject()).matches();
    return special && Analyser.terms(stem.question()).size() >= 2 || own >= 2 && roomy;
  }

  /** Whether a title is a numbered provision, such as "§ 1002.2 Definitions". */
  static boolean numbered(String title) {
    return NUMBERED.matcher(title).lookingAt();
  }

  /** The question as it can be asked alone; empty when it needs a title and there is none. */
  static Optional<String> complete(Stem stem) {
    String title = title(stem.statement().source().title());
    if (clear(stem) && !numbered(title)) {
      return Optional.of(restored(stem));
    }
    return title.isEmpty() || title.length() > LONGEST_TITLE
        ? Optional.empty()
        : Optional.of("According to “" + title + "”, " + Phrasing.inside(restored(stem)));
  }

  private static String title(String title) {
    return title.replaceAll("[“”\"\\s#]+", " ").replaceAll("(?<![. ])[. ]++$", "").strip();
  }

  /**
   * A name of one word that opens the sentence keeps its large letter, if the chunk shows that it
   * is one.
   */
  private static String restored(Stem stem) {
    String word = stem.statement().body().split("[ ,]", 2)[0];
    String small = word.toLowerCase(Locale.ROOT);
    String singular = small.endsWith("s") ? small.substring(0, small.length() - 1) : small;
    String text = stem.statement().source().text();
    boolean name =
        !word.equals(small)
            && word.length() > 1
            && Pattern.compile("[a-z,] " + Pattern.quote(word) + "\\b").matcher(text).find()
            && !Pattern.compile("\\b" + Pattern.quote(singular)).matcher(text).find();
    return name
        ? stem.question()
            .replaceFirst("\\b" + Pattern.quote(small) + "\\b", Matcher.quoteReplacement(word))
        : stem.question();
  }
}
