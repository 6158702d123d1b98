package dev.assay.grammar.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What people call tables and columns: a comment of a few words, else the words of the name. The
 * database's own comments and types are asked for where it is known.
 */
public class Vocabulary {
  /** Names alone, without a database. */
  public static final Vocabulary NAMES = new Vocabulary();

  private static final Pattern NOUN = Pattern.compile("\\p{L}+([ -]\\p{L}+){0,3}");
  private static final Set<String> TIMES = Set.of("date", "day", "time", "at", "since", "until");
  private static final Set<String> NAMING = Set.of("title", "label", "email", "code");

  /** What the database says of a table, in its comment. */
  protected String comment(String table) {
    return "";
  }

  /** What the database says of a column, in its comment. */
  protected String comment(String table, String column) {
    return "";
  }

  /** Whether the column holds dates, where the database knows. */
  protected Optional<Boolean> dated(String table, String column) {
    return Optional.empty();
  }

  /** Whether the column holds numbers, where the database knows. */
  protected Optional<Boolean> numeric(String table, String column) {
    return Optional.empty();
  }

  /** Whether several rows have the same value in the column, where the database knows. */
  protected Optional<Boolean> repeats(String table, String column) {
    return Optional.empty();
  }

  /** What a row of the table is: {@code media type}. */
  final String entity(String table) {
    return noun(comment(table))
        .map(Nouns::singular)
        .orElseGet(() -> Nouns.singular(String.join(" ", Nouns.words(table))));
  }

  /** What the column says of it: {@code first name}. */
  public final String attribute(String table, String column) {
    return noun(comment(table, column)).orElseGet(() -> ofName(table, column));
  }

  private String ofName(String table, String column) {
    return Attributes.said(
        own(table, column),
        dated(table, column).orElse(false),
        numeric(table, column).orElse(false));
  }

  /** The words of a column's name without those of its table. */
  private List<String> own(String table, String column) {
    List<String> words = Nouns.words(column);
    List<String> owner = List.of(entity(table).split(" "));
    boolean repeats = words.size() > owner.size() && words.subList(0, owner.size()).equals(owner);
    return repeats ? words.subList(owner.size(), words.size()) : words;
  }

  /** What became of the rows on the day that the column holds: {@code was opened}. */
  final Optional<String> happened(String table, String column, boolean several) {
    return noun(comment(table, column)).isPresent()
        ? Optional.empty()
        : Attributes.happened(own(table, column), dated(table, column).orElse(false), several);
  }

  private static Optional<String> noun(String comment) {
    String plain = comment.strip();
    if (!NOUN.matcher(plain).matches()) {
      return Optional.empty();
    }
    boolean begins = plain.length() > 1 && Character.isLowerCase(plain.charAt(1));
    return Optional.of(
        begins ? plain.substring(0, 1).toLowerCase(Locale.ROOT) + plain.substring(1) : plain);
  }

  /** Whether values are days or moments. */
  final boolean isDate(String table, String column) {
    return dated(table, column)
        .orElseGet(
            () ->
                Nouns.words(column).stream().anyMatch(TIMES::contains)
                    || Attributes.isDay(Nouns.words(column)));
  }

  /**
   * Whether the column names the row, so that people say the value beside the entity. A title that
   * several rows have is none of a row's own, such as an employee's.
   */
  final boolean isNaming(String table, String column) {
    String attribute = attribute(table, column);
    return attribute.equals("name")
        || attribute.equals(entity(table) + " name")
        || NAMING.contains(attribute) && !repeats(table, column).orElse(false);
  }
}
