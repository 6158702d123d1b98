package dev.assay.jobs.doctor;

import dev.assay.base.Nearest;
import dev.assay.jobs.engine.LocalAction;
import dev.assay.jobs.engine.UsageException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The command that says what the scores in a file of answers are worth. */
public record Doctor() implements LocalAction {
  static final String LABEL = "--label";
  static final String PASSING = "--passing";
  static final String SCORES = "--scores";
  static final String LOWER = "--lower-is-better";
  static final String THRESHOLD = "--threshold";
  static final String SYSTEM = "--system";
  static final String GROUP = "--group";
  private static final String FORMAT = "--format";
  private static final String TARGET = "--target";
  private static final String ROWS = "--rows";
  private static final int MOST_ROWS = 200_000;

  @Override
  public String name() {
    return "doctor";
  }

  @Override
  public List<String> details() {
    return List.of(
        "Columns are guessed by name and the guesses are told; numeric columns that are nothing"
            + " else are scores. docs/doctor.md explains the page.");
  }

  @Override
  public String files() {
    return "CSV, TSV, Excel or JSON Lines: an answer a record, with its scores, and a label where"
        + " people gave one.";
  }

  @Override
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(LABEL, "The column in which people say what is good: yes or no, or numbers.");
    texts.put(PASSING, "Which labels pass: a number and all above it, or words with commas.");
    texts.put(SCORES, "The columns of scores, with commas.");
    texts.put(LOWER, "Scores of which lower is better (default: as the labels show).");
    texts.put(THRESHOLD, "Where scores pass: a number or SCORE=NUMBER,... (default: the middle).");
    texts.put(SYSTEM, "The column that names the system.");
    texts.put(GROUP, "The column that names the question, or what else belongs together.");
    texts.put(TARGET, "Half the width of the pass rate's interval to plan for (default 0.05).");
    texts.put(FORMAT, "text or json, a line for each file (default text).");
    return texts;
  }

  @Override
  public Map<String, String> numbers() {
    return Map.of(ROWS, "Records to read at most (default %,d).".formatted(MOST_ROWS));
  }

  @Override
  public void run(Words words) {
    if (words.files().isEmpty()) {
      throw new UsageException("doctor: name a file: assay doctor answers.csv");
    }
    String format = words.texts().getOrDefault(FORMAT, "text");
    if (!List.of("text", "json").contains(format)) {
      throw new UsageException(
          "doctor: %s '%s' is not known.%s"
              .formatted(FORMAT, format, Nearest.hint(format, List.of("text", "json"))));
    }
    OptionalDouble half = ColumnProfile.number(words.texts().getOrDefault(TARGET, "0.05"));
    if (half.isEmpty() || half.getAsDouble() <= 0 || half.getAsDouble() >= .5) {
      throw new UsageException(
          "doctor: %s is '%s'. Allowed: a number between 0 and 0.5."
              .formatted(TARGET, words.texts().get(TARGET)));
    }
    int rows = words.numbers().getOrDefault(ROWS, MOST_ROWS);
    if (rows < 1) {
      throw new UsageException("doctor: %s is %d. Allowed: 1 or more.".formatted(ROWS, rows));
    }
    for (String file : words.files()) {
      Examined examined =
          Examined.of(
              path(file), words.texts(), rows, half.getAsDouble(), words.config().label().values());
      words
          .out()
          .println(format.equals("json") ? DoctorJson.of(examined) : DoctorPage.of(examined));
    }
  }

  private static Path path(String file) {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new UsageException("doctor: '%s' is no path.".formatted(file));
    }
  }
}
