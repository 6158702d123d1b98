package dev.assay.support;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of an English text, brought to one form, so that "1, 056", "1,056" and "one thousand
 * and fifty-six" are one number, as are "1.3 billion" and "1,300,000,000", "5 %", "five percent"
 * and "500 basis points", "2 years" and "24 months", "3 March 2021" and "2021-03-03", "5:30 p.m."
 * and "17:30", "$5m" and "5 million dollars". Signs are left out: a text that says "fell 5 %" means
 * what another calls −5 %. A comma groups digits by three, else it is decimal; a stop is decimal
 * unless there are several. Business days are not days. A number inside a word (COVID-19, B2B) is
 * none.
 *
 * <p>Linear time: no pattern repeats inside a repetition, and every run is bounded.
 */
final class Quantities {
  private static final Pattern IDENTIFIER = Pattern.compile("\\b\\d{1,5}(?:[- ]\\d{2,12}){2,5}\\b");
  private static final String NUMBER =
      "(?<![\\p{L}\\d])\\d{1,3}(?:(?:, ?|['’]|[ \\u00a0\\u2009\\u202f])\\d{3}(?!\\d)){1,5}(?:\\.\\d{1,9})?"
          + "|\\d{1,3}(?:\\.\\d{3}){2,5}(?!\\d)"
          + "|\\d{1,18}(?:[.,]\\d{1,9})?"
          + "|\\.\\d{1,9}";
  private static final Pattern DIGITS =
      Pattern.compile("(?<![\\p{L}\\d]|[\\p{L}]-)(?:" + NUMBER + ")");
  private static final Pattern WORD = Pattern.compile("\\p{L}+");

  private final String text;
  private final boolean[] taken;
  private final List<Quantity> found = new ArrayList<>();

  private Quantities(String text) {
    this.text = text;
    this.taken = new boolean[text.length()];
  }

  /** The numbers of {@code text}, by kind and then by place. */
  static List<Quantity> of(String text) {
    Quantities all = new Quantities(text.toLowerCase(Locale.ROOT).replace('\n', ' '));
    Dates.FORMS.forEach(form -> all.each(form.pattern(), form.read()));
    all.identifiers();
    all.figures();
    all.spelled();
    return List.copyOf(all.found);
  }

  private void identifiers() {
    each(
        IDENTIFIER,
        m ->
            m.group().matches("\\d{1,3}( \\d{3})+")
                ? Optional.empty()
                : Optional.of(
                    new Quantity(
                        new BigDecimal(m.group().replaceAll("\\D", "")), "id", false, true)));
  }

  private void figures() {
    Matcher m = DIGITS.matcher(text);
    int from = 0;
    while (m.find(from)) {
      from = m.end();
      if (free(m.start(), m.end())) {
        add(number(m.group()), m.start(), m.end(), true, true);
      }
    }
  }

  private void spelled() {
    Matcher m = WORD.matcher(text);
    Optional<SpelledNumber> begun = Optional.empty();
    while (m.find()) {
      String word = m.group();
      int at = m.start();
      boolean free = free(at, m.end());
      if (free && begun.filter(number -> number.takes(word, at)).isPresent()) {
        begun.get().take(word, m.end());
      } else if (begun.filter(number -> number.takesAnd(word, at)).isPresent()) {
        begun.get().end(m.end());
      } else {
        begun.ifPresent(this::add);
        begun = Optional.empty();
        if (free && SpelledNumber.begins(word)) {
          begun = Optional.of(new SpelledNumber(word, at, m.end()));
        } else if (free(at, m.end())) {
          SpelledNumber.ordinal(word).ifPresent(found::add);
        }
      }
    }
    begun.ifPresent(this::add);
  }

  private void add(SpelledNumber number) {
    add(BigDecimal.valueOf(number.value()), number.start(), number.end(), false, !number.isOne());
  }

  private void add(BigDecimal number, int start, int end, boolean digits, boolean stated) {
    Units.Measured measured = Units.around(text, number, start, end, digits, stated);
    take(start, measured.end());
    found.add(measured.quantity());
  }

  private static BigDecimal number(String digits) {
    String bare = digits.replaceAll("[\\s\\u00a0\\u2009\\u202f'’]", "");
    boolean grouped = bare.contains(".") || bare.indexOf(',') < bare.lastIndexOf(',');
    if (grouped && bare.contains(",") || bare.matches("\\d{1,3}(,\\d{3})+")) {
      bare = bare.replace(",", "");
    } else if (bare.matches("\\d{1,3}(\\.\\d{3}){2,}")) {
      bare = bare.replace(".", "");
    }
    return new BigDecimal(bare.replace(',', '.'));
  }

  private void each(Pattern pattern, Function<Matcher, Optional<Quantity>> read) {
    Matcher m = pattern.matcher(text);
    while (m.find()) {
      if (free(m.start(), m.end())) {
        Optional<Quantity> quantity = read.apply(m);
        if (quantity.isPresent()) {
          take(m.start(), m.end());
          found.add(quantity.get());
        }
      }
    }
  }

  private boolean free(int start, int end) {
    for (int i = start; i < end; i++) {
      if (taken[i]) {
        return false;
      }
    }
    return true;
  }

  private void take(int start, int end) {
    Arrays.fill(taken, start, end, true);
  }
}
