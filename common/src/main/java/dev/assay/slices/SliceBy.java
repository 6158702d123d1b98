package dev.assay.slices;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What responses are divided by: one attribute, or several at once, written {@code product ×
 * channel}; {@code x} between blanks and {@code &} say the same.
 *
 * @param keys the attributes, sorted, each once
 */
public record SliceBy(List<String> keys) implements Serializable {
  private static final Pattern SIGN = Pattern.compile("\\s*[×&]\\s*|\\s+x\\s+");

  public SliceBy {
    keys = List.copyOf(new TreeSet<>(keys));
  }

  /** What {@code text} says; empty where a key is missing, twice or holds an equals sign. */
  public static Optional<SliceBy> parse(String text) {
    List<String> keys = Arrays.stream(SIGN.split(text, -1)).map(String::strip).toList();
    boolean sound =
        keys.stream().noneMatch(key -> key.isEmpty() || key.contains("="))
            && keys.stream().distinct().count() == keys.size();
    return sound ? Optional.of(new SliceBy(keys)) : Optional.empty();
  }

  @Override
  public String toString() {
    return String.join(" × ", keys);
  }
}
