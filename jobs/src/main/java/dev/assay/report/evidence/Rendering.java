package dev.assay.report.evidence;

import dev.assay.report.evidence.Template.Own;
import dev.assay.report.evidence.Template.Part;
import dev.assay.report.evidence.Template.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/**
 * Documents from templates, with what their queries say of a snapshot.
 *
 * @param snapshot the tables
 * @param run the run's name
 * @param own texts of the pack's owner by name
 */
record Rendering(Snapshot snapshot, String run, UnaryOperator<String> own) {
  private static final int MOST_ROWS = 100;

  /**
   * A document and what its queries came to.
   *
   * @param text Markdown
   * @param answers by the id of the query, in the document's order
   */
  record Document(String text, Map<String, Answer> answers) {}

  /**
   * The rows of a query as they are shown.
   *
   * @param title what they are
   * @param sources the tables behind them with their Delta versions
   * @param shown Markdown
   */
  record Answer(String title, Map<String, Long> sources, String shown) {}

  Document of(Template template) {
    StringBuilder text = new StringBuilder();
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (Part part : template.parts()) {
      if (part instanceof Words words) {
        text.append(words.text());
      } else if (part instanceof Own wanted) {
        text.append(own.apply(wanted.name()).strip());
      } else if (part instanceof Statement statement) {
        Answer answer = answer(statement);
        answers.put(statement.id(), answer);
        text.append(passage(statement, answer));
      }
    }
    return new Document(text.toString(), answers);
  }

  private Answer answer(Statement statement) {
    Snapshot.Rows found = snapshot.rows(statement, run, MOST_ROWS + 1);
    List<Row> rows = found.rows();
    String shown = statement.none() + "\n";
    if (!rows.isEmpty()) {
      List<Row> first = rows.subList(0, Math.min(MOST_ROWS, rows.size()));
      shown = Cells.table(found.columns(), first);
    }
    if (rows.size() > MOST_ROWS) {
      shown += "\nThe first " + MOST_ROWS + " rows; the query gives all.\n";
    }
    return new Answer(statement.title(), snapshot.sources(statement.sql()), shown);
  }

  private static String passage(Statement statement, Answer answer) {
    String sources =
        answer.sources().entrySet().stream()
            .map(
                source ->
                    source.getValue() < 0
                        ? source.getKey() + " (none yet)"
                        : source.getKey() + " version " + source.getValue())
            .collect(Collectors.joining(", "));
    return "**%s**\n\n%s\n<sub>[%s](queries/%s.sql): %s</sub>"
        .formatted(answer.title(), answer.shown(), statement.id(), statement.id(), sources);
  }
}
