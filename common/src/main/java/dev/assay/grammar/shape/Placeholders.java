package dev.assay.grammar.shape;

import dev.assay.grammar.Placeholder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where placeholders stand in a template of SQL or of words. */
public final class Placeholders {
  private static final Pattern PLACE =
      Pattern.compile("\\[([^\\[\\]\\n.]+)\\.([^\\[\\]\\n:]+)(?::([^\\[\\]\\n:]*))?\\]");

  private Placeholders() {}

  /** The placeholders in order, each as often as it stands there. */
  public static List<Placeholder> in(String text) {
    List<Placeholder> found = new ArrayList<>();
    Matcher matcher = PLACE.matcher(text);
    while (matcher.find()) {
      found.add(placeholder(matcher));
    }
    return found;
  }

  /** The text with every placeholder replaced; {@code with} is asked for each place in order. */
  public static String replaced(String text, Function<Placeholder, String> with) {
    Matcher matcher = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(filled, Matcher.quoteReplacement(with.apply(placeholder(matcher))));
    }
    return matcher.appendTail(filled).toString();
  }

  /** What is between placeholders: {@code outside} is given each stretch of other text. */
  public static String around(String text, Function<String, String> outside) {
    Matcher matcher = PLACE.matcher(text);
    StringBuilder changed = new StringBuilder();
    int end = 0;
    while (matcher.find()) {
      changed.append(outside.apply(text.substring(end, matcher.start()))).append(matcher.group());
      end = matcher.end();
    }
    return changed.append(outside.apply(text.substring(end))).toString();
  }

  private static Placeholder placeholder(Matcher matcher) {
    String role = matcher.group(3) == null ? "" : matcher.group(3);
    return new Placeholder(matcher.group(1), matcher.group(2), role);
  }
}
