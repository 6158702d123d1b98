package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.LabelDimension;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.ColumnGuess;
import dev.assay.jobs.inputs.CorpusPath;
import dev.assay.jobs.inputs.RecordFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * A first configuration.
 *
 * @param text the file
 * @param said what was guessed and what the data allow to measure, for the person who reads it
 * @param unset keys without which it does not run and that no column's name answered
 */
record InitialConfig(String text, String said, List<String> unset) {
  private static final int LOOKED_AT = 1000;
  private static final String FROM = "--from";
  private static final String TEXT = "text";

  /** Files of tables that cannot be read as they are. */
  private static final List<String> SHEETS = List.of("xlsx", "xls", "ods", "tsv");

  /** One that runs as it is written. */
  InitialConfig(String text, String said) {
    this(text, said, List.of());
  }

  /** One without data. */
  static InitialConfig blank() {
    return new InitialConfig(
        """
        # Written by `assay init`. Every key stands in conf/reference.conf.
        run.name = my-assistant
        pipeline.stages = [answer, place, evaluate, label, calibrate, apply, analyze, report]
        # Recorded answers: JSON Lines, CSV, Parquet or Delta with the columns question and answer, and where there are such contexts,
        # expected_answer, id and system. `assay init --from FILE` guesses the columns of yours.
        systems.mine { kind = table, path = "answers.jsonl", id-column = id }
        # Labels of people: CSV or JSON Lines with the columns id, system, dimension and label (1 or 0, yes or no, ...).
        # label.sources = [{ path = "labels.csv" }]
        """,
        "No data were given (--from): the paths in the file are examples.\n");
  }

  /** For {@code path}: a table of recorded answers or of documents, or a folder of documents. */
  static InitialConfig from(Session session, String path) {
    try {
      return read(session, path);
    } catch (StageException e) {
      // What cannot be read is what the command was given.
      throw new UsageException(e.getMessage());
    }
  }

  private static InitialConfig read(Session session, String path) {
    CorpusPath place = CorpusPath.of(session.spark(), FROM, path);
    for (String sheet : SHEETS) {
      if (Compressed.ending(path).equals(sheet)) {
        throw new UsageException(
            "%s: '%s' is a .%s file, which is not read; save it as CSV."
                .formatted(FROM, path, sheet));
      }
    }
    boolean delta = place.deltaTable(session.spark());
    Map<String, List<String>> files = place.files(session.spark());
    Set<String> kinds = delta ? Set.of("delta") : files.keySet();
    boolean json = Compressed.ending(path).equals("json");
    long there = files.values().stream().mapToLong(List::size).sum();
    if (!delta && place.empty(session.spark()).size() == there) {
      throw nothing(path);
    }
    if (kinds.size() > 1 || kinds.contains("") && !json) {
      return InitialText.documents(path, Optional.empty(), "files, one document each");
    }
    String format = json ? "jsonl" : kinds.iterator().next();
    Dataset<Row> rows = RecordFile.read(session.spark(), path, Optional.of(format), FROM);
    List<String> columns =
        List.of(rows.columns()).stream().filter(name -> !name.startsWith("_")).toList();
    if (columns.isEmpty() || rows.isEmpty()) {
      throw nothing(path);
    }
    ColumnGuess guess = ColumnGuess.of(columns);
    boolean answers =
        guess.column(ColumnGuess.QUESTION).isPresent()
            || guess.column(ColumnGuess.ANSWER).isPresent();
    if (!answers && columns.stream().anyMatch(TEXT::equalsIgnoreCase)) {
      String text = columns.stream().filter(TEXT::equalsIgnoreCase).findFirst().orElseThrow();
      return InitialText.documents(
          path, Optional.of(text), "rows, one document each, in column '" + text + "'");
    }
    AssayConfig config = session.loaded().config();
    List<String> labels = labels(config, rows.limit(LOOKED_AT), guess.others());
    List<String> others = new ArrayList<>(guess.others());
    others.removeAll(labels);
    return InitialText.answers(
        config, path, format, guess, labels, scores(rows.limit(LOOKED_AT), others));
  }

  private static UsageException nothing(String path) {
    return new UsageException(
        ("%s: '%s' holds no record. Name JSON Lines (an object a line), CSV with a line of column"
                + " names and lines below it, Parquet, Delta, or a folder of documents.")
            .formatted(FROM, path));
  }

  /** Columns in which every value is a number from 0 to 1, and two at least differ. */
  private static List<String> scores(Dataset<Row> rows, List<String> columns) {
    List<String> found = new ArrayList<>();
    for (String column : columns) {
      Row seen =
          rows.select(
                  functions
                      .trim(functions.col("`" + column.replace("`", "``") + "`").cast("string"))
                      .as("said"))
              .where("said <> '' AND lower(said) <> 'nan'")
              .selectExpr("try_cast(said AS DOUBLE) AS number")
              .agg(
                  functions
                      .coalesce(
                          functions.min(
                              functions.expr("number IS NOT NULL AND number BETWEEN 0 AND 1")),
                          functions.lit(false))
                      .as("all"),
                  functions.countDistinct("number").as("values"))
              .head();
      if (seen.<Boolean>getAs("all") && seen.<Long>getAs("values") > 1) {
        found.add(column);
      }
    }
    return found;
  }

  /** Columns in which every value is yes or no in some words, and both occur. */
  private static List<String> labels(AssayConfig config, Dataset<Row> rows, List<String> columns) {
    List<String> found = new ArrayList<>();
    for (String column : columns) {
      Set<String> meant = new TreeSet<>();
      boolean all = true;
      String quoted = "`" + column.replace("`", "``") + "`";
      for (Row row :
          rows.select(functions.col(quoted).cast("string").as("said"))
              .where("said IS NOT NULL AND trim(said) <> ''")
              .distinct()
              .limit(20)
              .collectAsList()) {
        Optional<String> label =
            LabelDimension.BINARY.read(row.getAs("said"), config.label().values());
        label.ifPresent(meant::add);
        all &= label.isPresent();
      }
      if (all && meant.size() == 2) {
        found.add(column);
      }
    }
    return found;
  }
}
