package dev.assay.stats.drift;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Texts as vectors without a model: words and pairs of neighbours, each counted at a place and with
 * a sign by its hash, of length 1 (Weinberger et al. 2009, Feature Hashing). Texts that share words
 * are near each other.
 *
 * @param size how many places there are
 */
public record HashedWords(int size) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /** The vector of a text; of one without a word, the first unit vector. */
  public double[] of(String text) {
    double[] vector = new double[size];
    Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
    String last = "";
    while (words.find()) {
      add(vector, words.group());
      if (!last.isEmpty()) {
        add(vector, last + " " + words.group());
      }
      last = words.group();
    }
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    if (squares == 0) {
      vector[0] = 1;
      return vector;
    }
    for (int i = 0; i < size; i++) {
      vector[i] /= Math.sqrt(squares);
    }
    return vector;
  }

  private void add(double[] vector, String feature) {
    CRC32 hash = new CRC32();
    hash.update(feature.getBytes(StandardCharsets.UTF_8));
    long value = hash.getValue();
    vector[(int) ((value >>> 1) % size)] += (value & 1) == 0 ? 1 : -1;
  }
}
