package dev.assay.grammar.fill;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a corpus says a fact: an answer together with the values of its question. Texts are
 * compared by words, whatever their case and accents; numbers whatever their separators; dates in
 * the usual ways to write them.
 */
public final class CorpusFacts {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d),(?=\\d{3}(?!\\d))");
  private static final Pattern ZEROS = Pattern.compile("(\\d\\.\\d*?)0+(?!\\d)");
  private static final Pattern POINT = Pattern.compile("(?<=\\d)\\.(?=\\D|$)");
  private static final Pattern WORD = Pattern.compile("\\d+(?:\\.\\d+)+|[\\p{L}\\p{N}]+");
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})(?:[T ].*)?");
  private static final List<String> MONTHS =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");

  private final List<String> documents = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final Map<String, int[]> places = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  /** Where a fact stands. */
  public enum Held {
    YES,
    /**
     * No document has the answer and the values. Of a fact that several documents may say together,
     * only where one of them stands in no document at all.
     */
    NO,
    /** They are there, but no passage has them together. */
    UNKNOWN
  }

  /**
   * What was found.
   *
   * @param documents whose passages say it, sorted
   */
  public record Found(Held held, Set<String> documents) {}

  /** Adds a passage. */
  public void add(String document, String text) {
    int chunk = texts.size();
    documents.add(document);
    String words = words(text);
    texts.add(words);
    for (String word : new TreeSet<>(Arrays.asList(words.strip().split(" ")))) {
      int count = counts.merge(word, 1, Integer::sum);
      int[] known = places.computeIfAbsent(word, w -> new int[4]);
      if (count > known.length) {
        known = Arrays.copyOf(known, 2 * known.length);
        places.put(word, known);
      }
      known[count - 1] = chunk;
    }
  }

  /** Passages that were added. */
  public int size() {
    return texts.size();
  }

  /**
   * Looks for every element of an answer, each together with all values.
   *
   * @param joined whether the fact is of several tables, so that one document may name what another
   *     one says the answer of
   */
  public Found find(List<String> elements, List<String> values, boolean joined) {
    Set<String> all = new TreeSet<>();
    Held held = Held.YES;
    for (String element : elements) {
      Found one = find(element, values, joined);
      all.addAll(one.documents());
      held = held.compareTo(one.held()) == 0 ? held : worse(held, one.held());
    }
    return new Found(held, all);
  }

  private static Held worse(Held one, Held other) {
    return one == Held.NO || other == Held.NO ? Held.NO : Held.UNKNOWN;
  }

  private Found find(String element, List<String> values, boolean joined) {
    Set<Integer> together = chunks(element);
    Set<String> inDocuments = documents(together);
    boolean everywhere = !together.isEmpty();
    for (String value : values) {
      Set<Integer> here = chunks(value);
      everywhere &= !here.isEmpty();
      inDocuments.retainAll(documents(here));
      together.retainAll(here);
    }
    Set<String> found = documents(together);
    boolean possible = !inDocuments.isEmpty() || joined && everywhere;
    Held apart = possible ? Held.UNKNOWN : Held.NO;
    return new Found(found.isEmpty() ? apart : Held.YES, found);
  }

  private Set<String> documents(Set<Integer> chunks) {
    Set<String> ids = new TreeSet<>();
    chunks.forEach(chunk -> ids.add(documents.get(chunk)));
    return ids;
  }

  /** The passages with one of the ways to write {@code value}. */
  private Set<Integer> chunks(String value) {
    Set<Integer> found = new TreeSet<>();
    for (String way : ways(value)) {
      String words = words(way);
      String rarest = "";
      int fewest = Integer.MAX_VALUE;
      for (String word : words.strip().split(" ")) {
        int count = counts.getOrDefault(word, 0);
        if (count < fewest) {
          fewest = count;
          rarest = word;
        }
      }
      int[] known = places.getOrDefault(rarest, new int[0]);
      for (int i = 0; i < Math.min(fewest, known.length); i++) {
        if (texts.get(known[i]).contains(words)) {
          found.add(known[i]);
        }
      }
    }
    return found;
  }

  /** As it stands, and a date with the name of its month. */
  private static List<String> ways(String value) {
    Matcher date = DATE.matcher(value);
    if (!date.matches()) {
      return List.of(value);
    }
    int month = Integer.parseInt(date.group(2));
    if (month < 1 || month > MONTHS.size()) {
      return List.of(value);
    }
    String year = date.group(1);
    String day = Integer.toString(Integer.parseInt(date.group(3)));
    String name = MONTHS.get(month - 1);
    List<String> ways =
        new ArrayList<>(List.of(value, year + "-" + date.group(2) + "-" + date.group(3)));
    for (String called : List.of(name, name.substring(0, 3))) {
      ways.add(day + " " + called + " " + year);
      ways.add(called + " " + day + " " + year);
    }
    ways.add(date.group(3) + "." + date.group(2) + "." + year);
    ways.add(day + "." + month + "." + year);
    ways.add(date.group(3) + "/" + date.group(2) + "/" + year);
    ways.add(date.group(2) + "/" + date.group(3) + "/" + year);
    return ways;
  }

  /** The words with blanks between and around them. */
  static String words(String text) {
    String plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    String numbers = THOUSANDS.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("");
    numbers = POINT.matcher(ZEROS.matcher(numbers).replaceAll("$1")).replaceAll(" ");
    StringBuilder words = new StringBuilder(" ");
    Matcher matcher = WORD.matcher(numbers);
    while (matcher.find()) {
      words.append(matcher.group()).append(' ');
    }
    return words.toString();
  }
}
