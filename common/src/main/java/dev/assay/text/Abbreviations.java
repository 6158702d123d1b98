package dev.assay.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The word lists of {@code abbreviations.txt}, by class. All words are lower case. */
record Abbreviations(Map<String, Set<String>> words) {

  static final Abbreviations ENGLISH = load("abbreviations.txt");

  /** Whether {@code word} is listed under {@code kind}. */
  boolean is(String kind, String word) {
    return words.getOrDefault(kind, Set.of()).contains(word);
  }

  private static Abbreviations load(String resource) {
    Map<String, Set<String>> words = new HashMap<>();
    try (InputStream in = Abbreviations.class.getResourceAsStream(resource);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int colon = line.indexOf(':');
        if (!line.startsWith("#") && colon > 0) {
          String[] listed = line.substring(colon + 1).trim().split(" +");
          words.put(
              line.substring(0, colon), Set.copyOf(new java.util.HashSet<>(Arrays.asList(listed))));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource + " from the class path", e);
    }
    return new Abbreviations(Map.copyOf(words));
  }
}
