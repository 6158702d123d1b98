package dev.assay.sentiment;

import dev.assay.base.Hashes;
import dev.assay.model.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What VADER's rules look up: the valence of words and emoticons, from −4 to 4, as raters gave it,
 * and the words that turn or scale it.
 *
 * <p>The valences come with the class path (vader-sentiment-analyzer, MIT License), a few corrected
 * to those of vaderSentiment 3.3.2. Source: Hutto and Gilbert 2014.
 *
 * @param valences by word in lower case
 * @param negations words that turn what follows
 * @param scales by word or phrase, what it adds to the strength of what follows
 * @param phrases by phrase, the valence of the whole
 * @param revision of all of it
 */
record VaderLexicon(
    Map<String, Double> valences,
    Set<String> negations,
    Map<String, Double> scales,
    Map<String, Double> phrases,
    String revision) {

  private static final String VALENCES = "/vader_sentiment_lexicon.txt";
  private static final String WORDS = "vader-words.txt";
  private static final double STEP = 0.293;

  /** The one of the class path. */
  static VaderLexicon load() {
    String rated = read(VALENCES, StandardCharsets.ISO_8859_1);
    String words = read(WORDS, StandardCharsets.UTF_8);
    Map<String, Double> valences = new HashMap<>();
    for (String line : rated.split("\n")) {
      String[] columns = line.strip().split("\t");
      if (columns.length > 1) {
        valences.put(columns[0], Double.parseDouble(columns[1]));
      }
    }
    Map<String, Double> scales = new HashMap<>();
    Map<String, Double> phrases = new HashMap<>();
    Set<String> negations = new HashSet<>();
    for (String line : words.lines().filter(line -> !line.startsWith("#")).toList()) {
      String[] kind = line.split(": ", 2);
      for (String entry :
          kind.length < 2 ? List.<String>of() : Arrays.asList(kind[1].split(", "))) {
        String[] value = entry.split(" = ");
        switch (kind[0]) {
          case "negation" -> negations.add(entry);
          case "stronger" -> scales.put(entry, STEP);
          case "weaker" -> scales.put(entry, -STEP);
          case "phrase" -> phrases.put(value[0], Double.parseDouble(value[1]));
          case "word" -> correct(valences, value);
          default -> throw new ModelException(WORDS + " has an unknown line: " + line);
        }
      }
    }
    return new VaderLexicon(
        valences, negations, scales, phrases, Hashes.sha256(rated, words).substring(0, 12));
  }

  private static void correct(Map<String, Double> valences, String[] value) {
    if (value.length > 1) {
      valences.put(value[0], Double.parseDouble(value[1]));
    } else {
      valences.remove(value[0]);
    }
  }

  private static String read(String name, Charset charset) {
    try (InputStream in = VaderLexicon.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new ModelException(
            "The class path has no "
                + name
                + "; com.github.apanimesh061:vader-sentiment-analyzer brings the lexicon");
      }
      return new String(in.readAllBytes(), charset);
    } catch (IOException e) {
      throw new ModelException("Cannot read " + name + " from the class path: " + e, e);
    }
  }

  boolean rates(String word) {
    return valences.containsKey(word);
  }

  /** Whether {@code word} turns what follows. */
  boolean negates(String word) {
    return negations.contains(word) || word.contains("n't");
  }

  double scale(String words) {
    return scales.getOrDefault(words, 0.0);
  }
}
