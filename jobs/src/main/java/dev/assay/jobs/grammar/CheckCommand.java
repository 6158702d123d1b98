package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Answer;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.grammar.fill.FilledQuery;
import dev.assay.grammar.shape.Placeholders;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.Wordings;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code grammar check}: of each template in the file whether it is accepted, or why not. */
public record CheckCommand() implements Action {

  @Override
  public String name() {
    return "grammar-check";
  }

  @Override
  public String meaning() {
    return "grammar check: says of each template in the file of grammar.templates whether it is"
        + " accepted, or why not, and puts the accepted ones to the database with one value each:"
        + " rows and seconds. Fails (exit code 1) where a template or a wording is refused.";
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return List.of();
  }

  @Override
  public void run(Session session) {
    GrammarConfig grammar = session.loaded().config().grammar();
    TemplateFile file = new TemplateFile(Path.of(grammar.templates()));
    if (!file.exists()) {
      throw new StageException(
          "There is no file grammar.templates = '"
              + file.path()
              + "'. 'assay grammar templates' writes it.");
    }
    int refused = 0;
    int accepted = 0;
    try (Database database = Source.open(session)) {
      SqlCheck check = new SqlCheck(database.schema(), grammar.sql());
      for (TemplateFile.Judged judged : file.judged(check)) {
        String problem = judged.checked().reason();
        if (judged.checked().accepted()) {
          problem = wordings(judged);
        }
        boolean fine = problem.isEmpty();
        accepted += fine ? 1 : 0;
        refused += fine ? 0 : 1;
        print(session.out(), judged, fine ? tried(judged, database) : "refused: " + problem);
      }
    }
    session.out().printf(Locale.ROOT, "%n%,d accepted, %,d refused%n", accepted, refused);
    if (refused > 0) {
      throw new StageException(
          refused + " of " + (accepted + refused) + " templates in " + file.path() + " are refused");
    }
  }

  private static void print(PrintStream out, TemplateFile.Judged judged, String said) {
    TemplateFile.Entry entry = judged.entry();
    boolean edited =
        !entry.hash().isEmpty()
            && judged.checked().template().filter(t -> !t.id().equals(entry.hash())).isPresent();
    out.printf(
        Locale.ROOT,
        "line %d: %s%s%n  %s%n",
        entry.line(),
        said,
        edited ? " (changed since it was written)" : "",
        entry.sql().replaceAll("\\s+", " "));
  }

  private static String wordings(TemplateFile.Judged judged) {
    SqlTemplate template = judged.checked().template().orElseThrow();
    for (TextTemplate text : judged.entry().texts()) {
      var problem = Wordings.problem(text.text(), template);
      if (problem.isPresent()) {
        return "its wording '" + text.text() + "': " + problem.get();
      }
    }
    return "";
  }

  /** One value each: the smallest, of a second role the largest of a few. */
  private static String tried(TemplateFile.Judged judged, Database database) {
    SqlTemplate template = judged.checked().template().orElseThrow();
    List<Object> values = new ArrayList<>();
    try {
      for (Placeholder place : Placeholders.in(template.sql())) {
        List<Object> some = database.distinct(place, 10);
        if (some.isEmpty()) {
          return "accepted, but " + place.text() + " has no value";
        }
        values.add(place.role().equals("to") ? some.get(some.size() - 1) : some.get(0));
      }
      long start = System.nanoTime();
      Answer answer = database.rows(FilledQuery.prepared(template), values);
      return String.format(
          Locale.ROOT,
          "accepted, %s: %,d%s rows in %.3f s with %s; %,d wordings",
          template.kind().id(),
          answer.rows().size(),
          answer.more() ? " and more" : "",
          (System.nanoTime() - start) / 1e9,
          values,
          judged.entry().texts().size());
    } catch (DatabaseException failure) {
      return "accepted, but the database did not answer: " + failure.getMessage();
    }
  }
}
