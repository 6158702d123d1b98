package dev.assay.config;

import dev.assay.calibration.LevelScale;
import dev.assay.config.blocks.Default;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What people are asked about a response. See {@code conf/reference.conf}.
 *
 * @param kind {@code binary}, {@code ordinal} or {@code nominal}
 * @param levels what may be said, ascending where they are ordered; for binary 0 and 1
 * @param question shown to annotators
 * @param passing levels with which a response passes; where none is named, for ordered levels the
 *     highest, for nominal ones none
 * @param showExpected whether annotators see the expected answer: {@code true}, {@code false}, or
 *     {@code auto}, those who judge {@value #CORRECT} do
 */
public record LabelDimension(
    @Default("binary") String kind,
    List<String> levels,
    @Default("") String question,
    List<String> passing,
    @Default("auto") String showExpected)
    implements Serializable {
  /** The dimension that is judged against the expected answer. */
  public static final String CORRECT = "correct";

  /** Yes or no, with no question of its own. */
  public static final LabelDimension BINARY =
      new LabelDimension("binary", List.of(), "", List.of(), "auto");

  private static final Pattern WHOLE = Pattern.compile("([+-]?)(\\d++)(?:\\.0*+)?");

  /**
   * The level that a file means: as it is written; as a whole number ("1.0" is 1); in other letters
   * ("Good" is good) where that fits one level; for binary ones also by the configured words. Empty
   * where it means none.
   */
  public Optional<String> read(String said, LabelValues values) {
    String text = said.strip();
    if (allowed().contains(text)) {
      return Optional.of(text);
    }
    Matcher number = WHOLE.matcher(text);
    if (number.matches()) {
      String digits = number.group(2).replaceFirst("^0+(?=\\d)", "");
      String whole = (number.group(1).equals("-") ? "-" : "") + digits;
      return allowed().contains(whole) ? Optional.of(whole) : Optional.empty();
    }
    if (isBinary()) {
      return values.label(text);
    }
    List<String> alike =
        levels.stream().filter(level -> level.strip().equalsIgnoreCase(text)).toList();
    return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
  }

  /** Whether annotators of the dimension {@code name} see the expected answer. */
  public boolean showsExpected(String name) {
    return showExpected.equals("auto") ? name.equals(CORRECT) : Boolean.parseBoolean(showExpected);
  }

  /** The levels that may be said. */
  public List<String> allowed() {
    return isBinary() ? List.of("0", "1") : levels;
  }

  /** Whether people say yes or no. */
  public boolean isBinary() {
    return kind.equals("binary");
  }

  /** What is known of the levels when labels are calibrated. */
  public LevelScale scale() {
    boolean ordered = !kind.equals("nominal");
    return LevelScale.of(
        allowed(),
        ordered,
        passing.isEmpty() && ordered ? List.of(allowed().get(allowed().size() - 1)) : passing);
  }
}
