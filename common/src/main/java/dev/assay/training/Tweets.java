package dev.assay.training;

import dev.assay.model.ModelException;
import dev.assay.toxicity.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tweets with words of a hate lexicon, each judged by three people or more (Davidson, Warmsley,
 * Macy and Weber 2017): {@code toxicity/davidson/labeled_data.csv}.
 */
final class Tweets {
  private static final String FILE = "toxicity/davidson/labeled_data.csv";
  private static final int COLUMNS = 7;
  private static final int CLASS = 5;
  private static final int TEXT = 6;

  private Tweets() {}

  /** Those in {@code data} that have text. */
  static List<LabelledTweet> read(Path data) {
    Path file = data.resolve(FILE);
    try {
      List<LabelledTweet> tweets = new ArrayList<>();
      for (List<String> row : rows(Files.readString(file, StandardCharsets.UTF_8))) {
        if (row.size() == COLUMNS && row.get(CLASS).matches("[0-2]")) {
          Kind.Verdict verdict = Kind.Verdict.values()[Integer.parseInt(row.get(CLASS))];
          tweets.add(LabelledTweet.ofTweet(row.get(TEXT), verdict));
        }
      }
      return tweets.stream().filter(tweet -> !tweet.text().isBlank()).toList();
    } catch (IOException e) {
      throw new ModelException(
          "Cannot read the training data '%s': %s. models.train-toxicity.data must be a directory with it."
              .formatted(file, e),
          e);
    }
  }

  /** Rows of comma-separated values, whose quoted fields may hold commas, quotes and lines. */
  static List<List<String>> rows(String csv) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      boolean doubled = c == '"' && quoted && i + 1 < csv.length() && csv.charAt(i + 1) == '"';
      if (doubled) {
        field.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (quoted || (c != ',' && c != '\n' && c != '\r')) {
        field.append(c);
      } else if (c != '\r') {
        row.add(field.toString());
        field.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      }
    }
    if (!row.isEmpty() || field.length() > 0) {
      row.add(field.toString());
      rows.add(row);
    }
    return rows;
  }
}
