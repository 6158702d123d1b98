package dev.assay.steps;

import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The enumerations of a text, by rules: numbered, lettered and bulleted lines (nested ones belong
 * to the list around them), numbers inside a line ("1) … 2) …"), and sentences that begin with
 * ordinal words (first, second, then, finally). An enumeration has two steps or more.
 */
public final class Steps {

  /** Steps of one enumeration that are kept. */
  public static final int MAX_STEPS = 500;

  private static final Pattern ITEM =
      Pattern.compile(
          "^\\h{0,12}(?:(?:[Ss]tep\\h{1,2}\\d{1,3}[.:)\\-–]?|\\(?\\d{1,3}(?:\\.\\d{1,2}){0,3}[.):]|\\d{1,2}(?:\\.\\d{1,2}){1,3}"
              + "|\\(?[A-Za-z][.)]|\\([ivx]{1,5}\\)|[-*+–—•‣▪◦●·])\\h{1,8})(\\S.{0,4000})$");
  private static final Pattern INLINE = Pattern.compile("(?<=^|[\\s:;,(])\\(?(\\d{1,2})[.)]\\s");
  private static final Pattern ORDINAL =
      Pattern.compile(
          "^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?|sixth(?:ly)?|next|then"
              + "|after (?:that|this)|afterwards|subsequently|finally|lastly)\\b[,:]?\\s+(?:of all,\\s+)?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern OPENING =
      Pattern.compile("^(?:first(?:ly)?)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private Steps() {}

  /** Every enumeration of {@code text}, in order; linear in the text. */
  public static List<List<String>> of(String text) {
    List<List<String>> found = new ArrayList<>();
    List<String> items = new ArrayList<>();
    boolean blank = false;
    StringBuilder prose = new StringBuilder();
    for (String line : text.split("\\R", -1)) {
      Matcher item = ITEM.matcher(line);
      if (line.isBlank()) {
        blank = true;
        prose.append('\n');
      } else if (item.matches()) {
        items.add(item.group(1).strip());
        blank = false;
      } else if (!items.isEmpty() && !blank && Character.isWhitespace(line.charAt(0))) {
        // An indented line goes on with the item above.
        items.set(items.size() - 1, items.get(items.size() - 1) + " " + line.strip());
      } else {
        close(items, found);
        prose.append(line).append('\n');
        blank = false;
      }
    }
    close(items, found);
    inline(prose.toString(), found);
    ordinals(prose.toString(), found);
    return List.copyOf(found);
  }

  /** The longest enumeration, the first of equals; empty when there is none. */
  public static List<String> longest(String text) {
    List<String> longest = List.of();
    for (List<String> steps : of(text)) {
      longest = steps.size() > longest.size() ? steps : longest;
    }
    return longest;
  }

  private static void close(List<String> items, List<List<String>> found) {
    if (items.size() >= 2) {
      found.add(List.copyOf(items.subList(0, Math.min(MAX_STEPS, items.size()))));
    }
    items.clear();
  }

  /** Numbers that count up from 1 inside a paragraph. */
  private static void inline(String prose, List<List<String>> found) {
    for (String paragraph : prose.split("\\n{2,}")) {
      List<String> items = new ArrayList<>();
      Matcher number = INLINE.matcher(paragraph);
      int start = -1;
      while (number.find()) {
        if (Integer.parseInt(number.group(1)) == items.size() + (start < 0 ? 1 : 2)) {
          if (start >= 0) {
            items.add(trim(paragraph.substring(start, number.start())));
          }
          start = number.end();
        }
      }
      if (start >= 0) {
        items.add(trim(paragraph.substring(start)));
      }
      items.removeIf(String::isEmpty);
      close(items, found);
    }
  }

  /** Sentences from a "first" on that begin with ordinal words. */
  private static void ordinals(String prose, List<List<String>> found) {
    List<String> items = new ArrayList<>();
    for (Sentences.Sentence sentence : Sentences.split(prose)) {
      Matcher ordinal = ORDINAL.matcher(sentence.text());
      boolean begins = ordinal.find();
      if (begins && OPENING.matcher(sentence.text()).matches()) {
        close(items, found);
      }
      if (begins && (!items.isEmpty() || OPENING.matcher(sentence.text()).matches())) {
        String step = sentence.text().substring(ordinal.end());
        if (!step.isEmpty()) {
          items.add(step.substring(0, 1).toUpperCase(Locale.ROOT) + step.substring(1));
        }
      }
    }
    close(items, found);
  }

  private static String trim(String item) {
    return item.strip().replaceAll("(?:[;,]|[;,]? and|[;,]? or)$", "").strip();
  }
}
