package dev.assay.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.model.NgramModel;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.text.Sentences;
import dev.assay.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the embedded language model ({@code models.language-model.kind = ngram}) knows of texts that
 * it has not seen: fitted to four fifths of the US bank regulations' documents, its perplexity of
 * sentences of the others, of the same sentences with their words in random order, and of questions
 * of bank customers; and how well perplexity tells them apart.
 */
public final class NgramBench {
  private static final int WORDS = 8;
  private static final Pattern QUERY = Pattern.compile("^(.*),[^,]+$");

  private NgramBench() {}

  /** Argument: a directory with {@code banking-regulations.jsonl} and {@code banking77}. */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    List<String> seen = new ArrayList<>();
    List<String> unseen = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    for (String line : Files.readAllLines(data.resolve("banking-regulations.jsonl"))) {
      var document = json.readTree(line);
      boolean held = Hashes.sha256(document.path("doc_id").asText()).charAt(0) < '3';
      (held ? unseen : seen).add(document.path("text").asText());
    }
    NgramModel model = new NgramModel("regulations", seen);
    List<String> sentences = sentences(unseen);
    List<String> mixed = sentences.stream().map(NgramBench::mixed).toList();
    List<String> queries = new ArrayList<>();
    for (String line : Files.readAllLines(data.resolve("banking77/train.csv"))) {
      Matcher query = QUERY.matcher(line);
      if (query.matches() && Words.of(query.group(1)).size() >= WORDS) {
        queries.add(query.group(1));
      }
    }
    System.out.printf(Locale.ROOT, "fitted to %d documents%n", seen.size());
    double[] held = perplexities(model, sentences);
    row("sentences it was fitted to", perplexities(model, sentences(seen)), held);
    row("sentences of other documents", held, held);
    row("the same, words in random order", perplexities(model, mixed), held);
    row("questions of bank customers", perplexities(model, queries), held);
  }

  private static List<String> sentences(List<String> texts) {
    return texts.stream()
        .flatMap(text -> Sentences.split(text).stream())
        .map(Sentences.Sentence::text)
        .filter(sentence -> Words.of(sentence).size() >= WORDS)
        .toList();
  }

  private static String mixed(String sentence) {
    List<String> words = new ArrayList<>(Words.of(sentence));
    Collections.shuffle(words, new Random(Seeds.of(1, "mixed", sentence)));
    return String.join(" ", words);
  }

  private static double[] perplexities(NgramModel model, List<String> texts) {
    return model.logProbabilities(texts).stream()
        .filter(tokens -> !tokens.isEmpty())
        .mapToDouble(
            tokens ->
                Math.exp(-tokens.stream().mapToDouble(Double::doubleValue).average().orElseThrow()))
        .toArray();
  }

  /** AUROC: the chance that a text of this kind has the higher perplexity of two. */
  private static void row(String name, double[] values, double[] held) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] all = new double[values.length + held.length];
    int[] labels = new int[all.length];
    String[] groups = new String[all.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = i < values.length ? values[i] : held[i - values.length];
      labels[i] = i < values.length ? 1 : 0;
      groups[i] = Integer.toString(i);
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.0f | %.0f to %.0f | %.3f |%n",
        name,
        values.length,
        sorted[values.length / 2],
        sorted[values.length / 4],
        sorted[3 * values.length / 4],
        Auroc.of(all, Cohort.of(groups, labels)).orElseThrow());
  }
}
