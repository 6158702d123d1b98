package dev.assay.jobs;

import com.typesafe.config.ConfigUtil;
import dev.assay.config.AssayConfig;
import dev.assay.config.LabelDimension;
import dev.assay.core.Field;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.ColumnGuess;
import dev.assay.jobs.inputs.CorpusPath;
import dev.assay.jobs.inputs.RecordFile;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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
 */
record InitialConfig(String text, String said) {
  private static final int LOOKED_AT = 1000;
  private static final String TEXT = "text";
  private static final Map<String, Field> FIELDS =
      Map.of(
          ColumnGuess.QUESTION, Field.QUESTION,
          ColumnGuess.ANSWER, Field.ANSWER,
          ColumnGuess.CONTEXTS, Field.CONTEXTS,
          ColumnGuess.EXPECTED, Field.EXPECTED);

  /** One without data. */
  static InitialConfig blank() {
    return new InitialConfig(
        """
        # Written by `assay init`. Every key stands in conf/reference.conf.
        run.name = my-assistant
        pipeline.stages = [answer, evaluate, label, calibrate, apply, analyze, report]
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
    CorpusPath place = CorpusPath.of(session.spark(), "--from", path);
    Set<String> kinds =
        place.deltaTable(session.spark()) ? Set.of("delta") : place.files(session.spark()).keySet();
    boolean json = path.toLowerCase(Locale.ROOT).endsWith(".json");
    if (kinds.isEmpty()) {
      throw new UsageException("--from: '" + path + "' holds no file.");
    }
    if (kinds.size() > 1 || kinds.contains("") && !json) {
      return documents(path, Optional.empty(), "files, one document each");
    }
    String format = json ? "jsonl" : kinds.iterator().next();
    Dataset<Row> rows = RecordFile.read(session.spark(), path, Optional.of(format), "--from");
    List<String> columns =
        List.of(rows.columns()).stream().filter(name -> !name.startsWith("_")).toList();
    ColumnGuess guess = ColumnGuess.of(columns);
    boolean answers =
        guess.column(ColumnGuess.QUESTION).isPresent()
            || guess.column(ColumnGuess.ANSWER).isPresent();
    if (!answers && columns.stream().anyMatch(TEXT::equalsIgnoreCase)) {
      String text = columns.stream().filter(TEXT::equalsIgnoreCase).findFirst().orElseThrow();
      return documents(
          path, Optional.of(text), "rows, one document each, in column '" + text + "'");
    }
    return answers(session, path, format, rows.limit(LOOKED_AT), guess);
  }

  private static InitialConfig documents(String path, Optional<String> textColumn, String what) {
    String column = textColumn.map(name -> ", text-column = " + quoted(name)).orElse("");
    return new InitialConfig(
        """
        # Written by `assay init --from %s`: documents, from which questions are made by rules (English). Every key stands in conf/reference.conf.
        run.name = %s
        corpus.sources = [{ path = %s%s }]
        # Demonstration systems that answer with sentences of the corpus. Put yours in their place: conf/reference.conf, block systems.
        systems {
          dense { kind = embedded, retriever = dense }
          sparse { kind = embedded, retriever = sparse }
        }
        """
            .formatted(path, quoted(name(path)), quoted(path), column),
        "Guessed: a corpus of " + what + ". Nothing looks like recorded questions and answers.\n");
  }

  private static InitialConfig answers(
      Session session, String path, String format, Dataset<Row> rows, ColumnGuess guess) {
    StringBuilder text = new StringBuilder();
    StringBuilder said = new StringBuilder("Guessed, by the names of the columns:\n");
    String name = name(path);
    text.append("# Written by `assay init --from ").append(path);
    text.append("`. Every key stands in conf/reference.conf.\nrun.name = ").append(quoted(name));
    text.append(
        "\npipeline.stages = [answer, evaluate, label, calibrate, apply, analyze, report]\n");
    text.append("systems.").append(quoted(name)).append(" {\n  kind = table\n  path = ");
    text.append(quoted(path)).append("\n  format = ").append(format).append('\n');
    guess
        .columns()
        .forEach(
            (role, column) -> {
              text.append("  ").append(role).append("-column = ").append(quoted(column));
              text.append('\n');
              said.append("  ").append(role).append(": column '").append(column).append("'\n");
            });
    for (String role : List.of(ColumnGuess.QUESTION, ColumnGuess.ANSWER)) {
      if (guess.column(role).isEmpty()) {
        text.append("  # There must be one; no column's name says which:\n  # ");
        text.append(role).append("-column = ").append(String.join(" | ", guess.others()));
        text.append('\n');
        said.append("  ").append(role).append(": NOT FOUND; set ").append(role);
        said.append("-column to one of ").append(String.join(", ", guess.others())).append('\n');
      }
    }
    List<String> labels = labels(session.loaded().config(), rows, guess.others());
    List<String> others = new ArrayList<>(guess.others());
    others.removeAll(labels);
    if (!others.isEmpty()) {
      text.append("  # Not used; those that tell cases apart make slices: metadata-columns = [");
      text.append(String.join(", ", others.stream().map(InitialConfig::quoted).toList()));
      text.append("]\n");
      said.append("  not used: ").append(String.join(", ", others)).append('\n');
    }
    text.append("}\n").append(labelSources(path, format, labels, guess, said));
    measurable(session.loaded().config(), guess, said);
    return new InitialConfig(text.toString(), said.toString());
  }

  /** Columns in which every value is yes or no in some words, and both occur. */
  private static List<String> labels(AssayConfig config, Dataset<Row> rows, List<String> columns) {
    List<String> found = new ArrayList<>();
    for (String column : columns) {
      Set<String> meant = new TreeSet<>();
      boolean all = true;
      for (Row row :
          rows.select(functions.col("`" + column + "`").cast("string").as("said"))
              .where("said IS NOT NULL AND trim(said) <> ''")
              .distinct()
              .limit(20)
              .collectAsList()) {
        Optional<String> label =
            LabelDimension.BINARY.read(row.getString(0), config.label().values());
        label.ifPresent(meant::add);
        all &= label.isPresent();
      }
      if (all && meant.size() == 2) {
        found.add(column);
      }
    }
    return found;
  }

  private static String labelSources(
      String path, String format, List<String> labels, ColumnGuess guess, StringBuilder said) {
    Optional<String> id = guess.column(ColumnGuess.ID);
    if (labels.isEmpty() || id.isEmpty()) {
      if (!labels.isEmpty()) {
        said.append("  labels: ").append(String.join(", ", labels));
        said.append(" hold yes and no; to use them, give the records an id column\n");
      }
      return "# Labels of people: CSV or JSON Lines with the columns id, system, dimension and"
          + " label (1 or 0, yes or no, ...).\n"
          + "# label.sources = [{ path = \"labels.csv\" }]\n";
    }
    StringBuilder text =
        new StringBuilder(
            "# Columns in which every value is yes or no. Delete those that are no judgment of the"
                + " answer.\n"
                + "label.sources = [\n");
    for (String label : labels) {
      text.append("  { path = ").append(quoted(path)).append(", format = ").append(format);
      text.append(", dimension = ").append(quoted(label.toLowerCase(Locale.ROOT)));
      text.append(", label-column = ").append(quoted(label));
      text.append(", id-column = ").append(quoted(id.get()));
      guess
          .column(ColumnGuess.SYSTEM)
          .ifPresent(column -> text.append(", system-column = ").append(quoted(column)));
      text.append(" }\n");
      said.append("  labels: column '").append(label).append("', as dimension '");
      said.append(label.toLowerCase(Locale.ROOT)).append("'\n");
    }
    return text.append("]\n").toString();
  }

  /** Which evaluators have what they need. */
  private static void measurable(AssayConfig config, ColumnGuess guess, StringBuilder said) {
    Set<Field> there = EnumSet.noneOf(Field.class);
    FIELDS.forEach((role, field) -> guess.column(role).ifPresent(column -> there.add(field)));
    Set<String> on = new TreeSet<>();
    Set<String> more = new TreeSet<>();
    Set<String> missing = new TreeSet<>();
    for (var evaluator : Evaluators.all()) {
      Spec spec = evaluator.spec();
      boolean chosen = config.evaluate().evaluators().contains(spec.id());
      if (!there.containsAll(spec.needs())) {
        if (chosen) {
          missing.add(spec.id());
        }
      } else {
        (chosen ? on : more).add(spec.id());
      }
    }
    said.append("The data allow to measure, by default: ").append(String.join(", ", on));
    said.append("\n");
    if (!missing.isEmpty()) {
      said.append("They lack what these need: ").append(String.join(", ", missing)).append('\n');
    }
    said.append("Further ones for evaluate.evaluators (some need a model): ");
    said.append(String.join(", ", more)).append('\n');
    if (guess.column(ColumnGuess.CONTEXTS).isEmpty()) {
      said.append("Without contexts nothing can say whether an answer is grounded.\n");
    }
    said.append("Whether any of these numbers means what people mean, only labels can show.\n");
  }

  private static String name(String path) {
    String file =
        path.replaceFirst("/+$", "").replaceFirst(".*/", "").replaceFirst("\\.[^.]*$", "");
    String plain = file.replaceAll("[^\\p{L}\\p{N}_-]+", "-");
    return plain.isBlank() || plain.equals("-") ? "mine" : plain;
  }

  private static String quoted(String text) {
    return text.matches("[A-Za-z][A-Za-z0-9_-]*") ? text : ConfigUtil.quoteString(text);
  }
}
