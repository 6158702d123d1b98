package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.config.grammar.TextTemplatesConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Answer;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.fill.FilledQuery;
import dev.assay.grammar.shape.Placeholders;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code grammar check}: of each template in the file whether it is accepted, or why not. */
public record CheckCommand() implements Action {

  @Override
  public String name() {
    return "grammar-check";
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
    Map<String, String> owners = new HashMap<>();
    try (Database database = Source.open(session)) {
      SqlCheck check = new SqlCheck(database.schema(), grammar.sql());
      for (TemplateFile.Judged judged : file.judged(check)) {
        String problem = judged.checked().reason();
        String tried = "";
        if (judged.checked().accepted()) {
          List<TextTemplate> texts = texts(judged, grammar.text(), database.schema());
          problem = wordings(judged, texts, grammar.text(), owners);
          try {
            tried = problem.isEmpty() ? tried(judged, texts.size(), database) : "";
          } catch (DatabaseException failure) {
            if (failure.kind() == DatabaseException.Kind.GONE) {
              throw failure;
            }
            problem = failure.getMessage();
          }
        }
        boolean fine = problem.isEmpty();
        accepted += fine ? 1 : 0;
        refused += fine ? 0 : 1;
        print(session.out(), judged, fine ? tried : "refused: " + problem);
      }
    }
    session.out().printf(Locale.ROOT, "%n%,d accepted, %,d refused%n", accepted, refused);
    if (refused > 0) {
      throw new StageException(
          refused
              + " of "
              + (accepted + refused)
              + " templates in "
              + file.path()
              + " are refused");
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

  /** Those of the file; where it has none, those of the rules, and none of a model's. */
  private static List<TextTemplate> texts(
      TemplateFile.Judged judged, TextTemplatesConfig config, DatabaseSchema schema) {
    return judged.entry().texts().isEmpty() && config.endpoint().isEmpty()
        ? new Verbaliser(new SchemaVocabulary(schema), config.styles(), config.variants())
            .texts(judged.checked().template().orElseThrow())
        : judged.entry().texts();
  }

  private static String wordings(
      TemplateFile.Judged judged,
      List<TextTemplate> texts,
      TextTemplatesConfig config,
      Map<String, String> owners) {
    String problem = texts.isEmpty() && config.endpoint().isEmpty() ? Templates.UNWORDED : "";
    for (TextTemplate text : texts) {
      var wrong = Templates.problem(text, judged.checked().template().orElseThrow(), owners);
      if (problem.isEmpty() && wrong.isPresent()) {
        problem = "its wording '" + text.text() + "': " + wrong.get();
      }
    }
    return problem;
  }

  /** One value each: the smallest, of a second role the largest of a few. */
  private static String tried(TemplateFile.Judged judged, int wordings, Database database) {
    SqlTemplate template = judged.checked().template().orElseThrow();
    List<Object> values = new ArrayList<>();
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
        wordings);
  }
}
