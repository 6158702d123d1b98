package dev.assay.jobs;

import com.typesafe.config.ConfigUtil;
import dev.assay.config.AssayConfig;
import dev.assay.core.Field;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.inputs.ColumnGuess;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a first configuration is written. What comes from the data, names of columns and of files, is
 * quoted: nothing in it can be read as a key.
 */
final class InitialText {
  private static final Map<String, Field> FIELDS =
      Map.of(
          ColumnGuess.QUESTION, Field.QUESTION,
          ColumnGuess.ANSWER, Field.ANSWER,
          ColumnGuess.CONTEXTS, Field.CONTEXTS,
          ColumnGuess.EXPECTED, Field.EXPECTED);

  private InitialText() {}

  /** For documents, in {@code textColumn} of rows where there is one. */
  static InitialConfig documents(String path, Optional<String> textColumn, String what) {
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
            .formatted(plain(path), quoted(name(path)), quoted(path), column),
        "Guessed: a corpus of " + what + ". Nothing looks like recorded questions and answers.\n");
  }

  /**
   * For recorded answers, of which the columns {@code labels} hold yes and no and {@code scores}
   * numbers from 0 to 1.
   */
  static InitialConfig answers(
      AssayConfig config,
      String path,
      String format,
      ColumnGuess guess,
      List<String> labels,
      List<String> scores) {
    StringBuilder text = new StringBuilder();
    StringBuilder said = new StringBuilder("Guessed, by the names of the columns:\n");
    String name = name(path);
    text.append("# Written by `assay init --from ").append(plain(path));
    text.append("`. Every key stands in conf/reference.conf.\nrun.name = ").append(quoted(name));
    text.append(
        "\n"
            + "pipeline.stages = [answer, place, evaluate, label, calibrate, apply, analyze,"
            + " report]\n");
    text.append("systems.").append(quoted(name)).append(" {\n  kind = table\n  path = ");
    text.append(quoted(path)).append("\n  format = ").append(format).append('\n');
    guess
        .columns()
        .forEach(
            (role, column) -> {
              text.append("  ").append(role).append("-column = ").append(quoted(column));
              text.append('\n');
              said.append("  ").append(role).append(": column '");
              said.append(plain(column)).append("'\n");
            });
    List<String> unset = new ArrayList<>();
    for (String role : List.of(ColumnGuess.QUESTION, ColumnGuess.ANSWER)) {
      if (guess.column(role).isEmpty()) {
        unset.add(role + "-column");
        text.append("  # There must be one; no column's name says which:\n  # ");
        text.append(role).append("-column = ").append(quoted(" | ", guess.others()));
        text.append('\n');
        said.append("  ").append(role).append(": NOT FOUND; set ").append(role);
        said.append("-column to one of ").append(plain(guess.others())).append('\n');
      }
    }
    List<String> others = new ArrayList<>(guess.others());
    others.removeAll(labels);
    if (!scores.isEmpty()) {
      others.removeAll(scores);
      text.append(
          "  # Numbers from 0 to 1: remove the # if these are scores of the answer and higher is"
              + " better.\n");
      text.append("  # score-columns = [").append(quoted(", ", scores)).append("]\n");
      said.append("  scores: ").append(plain(scores));
      said.append(
          " hold numbers from 0 to 1; if they are scores of the answer, remove the # before");
      said.append(" score-columns\n");
    }
    if (!others.isEmpty()) {
      text.append("  # Not used; those that tell cases apart make slices: metadata-columns = [");
      text.append(quoted(", ", others));
      text.append("]\n");
      said.append("  not used: ").append(plain(others)).append('\n');
    }
    text.append("}\n").append(labelSources(path, format, labels, guess, said));
    measurable(config, guess, unset, said);
    return new InitialConfig(text.toString(), said.toString(), unset);
  }

  private static String labelSources(
      String path, String format, List<String> labels, ColumnGuess guess, StringBuilder said) {
    Optional<String> id = guess.column(ColumnGuess.ID);
    if (labels.isEmpty() || id.isEmpty()) {
      if (!labels.isEmpty()) {
        said.append("  labels: ").append(plain(labels));
        said.append(" hold yes and no; to use them, give the records an id column\n");
      }
      return "# Labels of people: CSV or JSON Lines with the columns id, system, dimension and"
          + " label (1 or 0, yes or no, ...).\n"
          + "# label.sources = [{ path = \"labels.csv\" }]\n";
    }
    StringBuilder text =
        new StringBuilder(
            "# Columns in which every value is yes or no: remove the # if these are judgments of"
                + " the answer.\n"
                + "# label.sources = [\n");
    for (String label : labels) {
      text.append("#   { path = ").append(quoted(path)).append(", format = ").append(format);
      text.append(", dimension = ").append(quoted(label.toLowerCase(Locale.ROOT)));
      text.append(", label-column = ").append(quoted(label));
      text.append(", id-column = ").append(quoted(id.get()));
      guess
          .column(ColumnGuess.SYSTEM)
          .ifPresent(column -> text.append(", system-column = ").append(quoted(column)));
      text.append(" }\n");
      said.append("  labels: column '").append(plain(label));
      said.append("' holds yes and no; if that is a judgment of the answer, remove the # before");
      said.append(" label.sources\n");
    }
    return text.append("# ]\n").toString();
  }

  /** Which evaluators have what they need; nothing runs before the keys {@code unset} are set. */
  private static void measurable(
      AssayConfig config, ColumnGuess guess, List<String> unset, StringBuilder said) {
    Set<Field> there = EnumSet.of(Field.QUESTION, Field.ANSWER);
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
    said.append(
        unset.isEmpty()
            ? "The"
            : "Once "
                + String.join(" and ", unset)
                + (unset.size() > 1 ? " are" : " is")
                + " set, the");
    said.append(" data allow to measure, by default: ").append(String.join(", ", on));
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
    String file = Compressed.stem(path.replaceFirst("(?<!/)/++$", "").replaceFirst("^.*/", ""));
    String plain = file.replaceAll("[^\\p{L}\\p{N}_-]+", "-");
    return plain.isBlank() || plain.equals("-") ? "mine" : plain;
  }

  private static String quoted(String text) {
    return ConfigUtil.quoteString(text);
  }

  private static String quoted(String between, List<String> texts) {
    return String.join(between, texts.stream().map(ConfigUtil::quoteString).toList());
  }

  /** On one line, for comments and for people. */
  private static String plain(String text) {
    return text.replaceAll("\\R|\\p{Cntrl}", " ");
  }

  private static String plain(List<String> texts) {
    return String.join(", ", texts.stream().map(InitialText::plain).toList());
  }
}
