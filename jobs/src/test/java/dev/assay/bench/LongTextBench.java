package dev.assay.bench;

import dev.assay.core.Evaluator;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.evaluators.Evaluators;
import dev.assay.language.OpenNlpLanguages;
import dev.assay.model.Embedder;
import dev.assay.model.LanguageIdentifier;
import dev.assay.spark.Scoring;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What an answer of a million characters costs in every evaluator that needs no network: prose, one
 * endless word, digits, brackets, numbered steps, encoded text, addresses, numbers that look like
 * cards or telephones and are none, blanks, dots, at signs, random characters. The expected answer
 * is nearly as long. Seconds are the thread's on a core, of the second of two runs.
 */
public final class LongTextBench {
  private static final int CHARACTERS = 1_000_000;
  private static final double TARGET = 1;
  private static final ThreadMXBean TIMES = ManagementFactory.getThreadMXBean();

  private LongTextBench() {}

  /** Arguments: none. */
  public static void main(String[] arguments) {
    System.out.println("evaluator                     seconds  worst text   first metric");
    for (Evaluator evaluator : Evaluators.all()) {
      if (evaluator instanceof RowEvaluator row
          && EnumSet.of(Slot.LANGUAGE_ID).containsAll(row.spec().slots())) {
        measure(row);
      }
    }
  }

  private static void measure(RowEvaluator evaluator) {
    double worst = -1;
    String kind = "";
    String said = "";
    for (Map.Entry<String, String> text : texts().entrySet()) {
      Example example = example(text.getValue());
      Scoring scoring = new Scoring(List.of(evaluator));
      scoring.score(List.of(example), NoModels.HERE);
      long start = TIMES.getCurrentThreadCpuTime();
      Outcome outcome =
          scoring.score(List.of(example), NoModels.HERE).get(0).get(evaluator.spec().id());
      double seconds = (TIMES.getCurrentThreadCpuTime() - start) / 1e9;
      if (seconds > worst) {
        worst = seconds;
        kind = text.getKey();
        Measure first = outcome.measures().values().iterator().next();
        said =
            first instanceof Measure.Absent absent
                ? absent.status().id()
                : Double.toString(((Measure.Value) first).value());
      }
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-28s %8.3f  %-12s %s%s",
            evaluator.spec().id(),
            worst,
            kind,
            said,
            worst > TARGET ? "   over " + TARGET + " s" : ""));
  }

  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    StringBuilder prose = new StringBuilder();
    List<String> sentences = BenchTexts.generated(12_000);
    for (int i = 0; prose.length() < CHARACTERS; i++) {
      prose.append(sentences.get(i % sentences.size())).append(' ');
    }
    texts.put("prose", prose.substring(0, CHARACTERS));
    texts.put("one word", "a".repeat(CHARACTERS));
    texts.put("digits", "4111 1111 1111 1112 ".repeat(CHARACTERS / 20));
    texts.put("brackets", "[{(".repeat(CHARACTERS / 3));
    StringBuilder steps = new StringBuilder();
    for (int i = 1; steps.length() < CHARACTERS; i++) {
      steps.append(i).append(". Open the form number ").append(i).append(" and sign it.\n");
    }
    texts.put("steps", steps.substring(0, CHARACTERS));
    texts.put("encoded", "48656c6c6f20 SGVsbG8gd29ybGQ= %48%65 ".repeat(CHARACTERS / 38));
    texts.put("mail", "jane.x@bank.com, ".repeat(CHARACTERS / 17));
    texts.put("false cards", "1234-1234-".repeat(CHARACTERS / 10));
    texts.put("false calls", "call 000-000-0000 ".repeat(CHARACTERS / 18));
    texts.put("spaces", " ".repeat(CHARACTERS - 1) + "x");
    texts.put("dots", ".".repeat(CHARACTERS));
    texts.put("at signs", "a@".repeat(CHARACTERS / 2));
    texts.put("base64", random("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"));
    texts.put("mixed", random("abcXYZ0123456789 .,@-()[]{}/:;=+#$%\n\t'\"_"));
    return texts;
  }

  private static String random(String characters) {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder(CHARACTERS);
    for (int i = 0; i < CHARACTERS; i++) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  private static Example example(String text) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("artifacts", "[{\"name\": \"a.json\", \"content\": \"{}\"}]");
    attributes.put("answerable", "true");
    attributes.put("json_schema", "{\"type\": \"object\"}");
    return new Example(
        "case",
        "system",
        0,
        "case",
        "What is the fee of the card?",
        Optional.of(text.substring(text.length() / 10) + "."),
        List.of(Passage.of("A short passage about fees.", 1)),
        Optional.of(text),
        Optional.of("\"fee\" AND NOT regexp(\"x{3,9}y\")"),
        List.of("doc"),
        List.of("The fee is 5 dollars."),
        attributes,
        List.of(),
        List.of());
  }

  private enum NoModels implements Models {
    HERE;

    @Override
    public Embedder embedder() {
      throw new IllegalStateException("No model is used here");
    }

    @Override
    public LanguageIdentifier languages() {
      return new OpenNlpLanguages();
    }

    @Override
    public Optional<String> missing(Slot slot) {
      return slot == Slot.LANGUAGE_ID ? Optional.empty() : Optional.of("none here");
    }
  }
}
