package dev.assay.training;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.toxicity.Kind;
import java.util.Locale;

/**
 * A judged text.
 *
 * @param text a tweet without the marks of its medium (links, addressees, "RT", character
 *     references, the quotation and exclamation marks around it), or a sentence
 * @param verdict what most judges chose
 */
record LabelledTweet(String text, Kind.Verdict verdict) {
  private static final Pattern REFERENCE = Pattern.compile("&(#?[a-zA-Z0-9]+);");
  private static final Pattern MEDIUM =
      Pattern.compile("https?://\\S+|www\\.\\S+|\\bRT\\b|@\\w+:?");
  private static final Pattern AROUND = Pattern.compile("^[!\"'\\s]+|[!\"'\\s]+$");
  private static final double HELD_OUT = 0.2;

  static LabelledTweet ofTweet(String raw, Kind.Verdict verdict) {
    String plain = MEDIUM.matcher(characters(characters(raw))).replaceAll(" ");
    String text = AROUND.matcher(plain.replaceAll("\\s+", " ")).replaceAll("");
    return new LabelledTweet(text, verdict);
  }

  /** Copies of a text that differ in case, marks or addressees alone are one group. */
  String group() {
    return Hashes.sha256(text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", ""));
  }

  /** Whether it is among those that measure and do not train: a fifth of the groups, by hash. */
  boolean heldOut(long seed) {
    return Seeds.uniform(seed, "toxicity-split", group()) < HELD_OUT;
  }

  private static String characters(String raw) {
    Matcher matcher = REFERENCE.matcher(raw);
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      text.append(raw, from, matcher.start()).append(character(matcher.group(1), matcher.group()));
      from = matcher.end();
    }
    return text.append(raw.substring(from)).toString();
  }

  private static String character(String name, String whole) {
    return switch (name) {
      case "amp" -> "&";
      case "lt" -> "<";
      case "gt" -> ">";
      case "quot" -> "\"";
      default -> name.matches("#[0-9]{2,7}") ? point(Integer.parseInt(name.substring(1))) : whole;
    };
  }

  private static String point(int code) {
    boolean whole = Character.isValidCodePoint(code) && !(code >= 0xD800 && code < 0xE000);
    return whole ? Character.toString(code) : " ";
  }
}
