package dev.assay.jobs.doctor;

import dev.assay.config.LabelValues;
import dev.assay.doctor.ScoreScale;
import dev.assay.jobs.engine.UsageException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a label says: passed or not.
 *
 * @param words that pass; empty where labels are numbers or yes and no
 * @param from the least number that passes
 * @param values what says yes and no
 */
record LabelReading(Set<String> words, double from, LabelValues values) {

  /** By the column's values and {@code --passing}. */
  static LabelReading of(
      String name,
      ColumnProfile column,
      Optional<String> passing,
      LabelValues values,
      double[] all) {
    OptionalDouble least = passing.map(ColumnProfile::number).orElse(OptionalDouble.empty());
    if (least.isPresent()) {
      return new LabelReading(Set.of(), least.getAsDouble(), values);
    }
    if (passing.isPresent()) {
      Set<String> words = new TreeSet<>();
      Arrays.stream(passing.get().split(","))
          .forEach(word -> words.add(word.strip().toLowerCase(Locale.ROOT)));
      if (column.words().filter(seen -> Collections.disjoint(seen, words)).isPresent()) {
        throw new UsageException(
            "doctor: %s '%s' is none of the labels in '%s': %s."
                .formatted(Doctor.PASSING, passing.get(), name, String.join(", ", column.seen())));
      }
      return new LabelReading(words, 0, values);
    }
    if (!column.numeric()) {
      throw new UsageException(
          "doctor: the labels in '%s' are neither numbers nor yes and no: %s. Say which of them pass: %s WORD,WORD."
              .formatted(name, String.join(", ", column.seen()), Doctor.PASSING));
    }
    return new LabelReading(Set.of(), ScoreScale.of(all).middle(), values);
  }

  /** Whether the label passes; empty where it cannot be read. */
  Optional<Boolean> passes(String said) {
    if (!words.isEmpty()) {
      return Optional.of(words.contains(said.strip().toLowerCase(Locale.ROOT)));
    }
    OptionalDouble number = ColumnProfile.number(said, values);
    return number.isPresent() ? Optional.of(number.getAsDouble() >= from) : Optional.empty();
  }

  /** In words, for the page. */
  String passing() {
    if (words.isEmpty() && from == .5) {
      return "1, yes and from 0.5 pass";
    }
    return words.isEmpty()
        ? from + " and more passes"
        : String.join(", ", words) + " pass" + (words.size() == 1 ? "es" : "");
  }
}
