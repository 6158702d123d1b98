package dev.assay.config;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What files may say for the labels 1 and 0 of binary dimensions. See {@code conf/reference.conf}.
 */
public record LabelValues(List<String> pass, List<String> fail) implements Serializable {

  /** The label that {@code said} means, in large or small letters; empty where it means none. */
  Optional<String> label(String said) {
    String small = said.toLowerCase(Locale.ROOT);
    if (has(pass, small)) {
      return Optional.of("1");
    }
    return has(fail, small) ? Optional.of("0") : Optional.empty();
  }

  private static boolean has(List<String> words, String small) {
    return words.stream().anyMatch(word -> word.toLowerCase(Locale.ROOT).equals(small));
  }
}
