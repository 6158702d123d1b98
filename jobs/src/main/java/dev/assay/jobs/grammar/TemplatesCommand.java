package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.sql.Enumeration;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code grammar templates}: writes the file of templates, or adds to it. */
public record TemplatesCommand() implements Action {

  @Override
  public String name() {
    return "grammar-templates";
  }

  @Override
  public String meaning() {
    return "grammar templates: enumerates templates of queries from the schema of grammar.database"
        + " (grammar.sql) with wordings by rules, and writes those that the file of grammar.templates"
        + " has not. What is in the file stays as it is. With --dry-run it writes nothing.";
  }

  @Override
  public boolean previews() {
    return true;
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return List.of();
  }

  @Override
  public void run(Session session) {
    AssayConfig config = session.loaded().config();
    GrammarConfig grammar = config.grammar();
    TemplateFile file = new TemplateFile(Path.of(grammar.templates()));
    try (Database database = Source.open(session)) {
      SqlCheck check = new SqlCheck(database.schema(), grammar.sql());
      Enumeration.Found found =
          new Enumeration(database.schema(), grammar.sql(), config.run().seed()).templates();
      Verbaliser rules =
          new Verbaliser(
              new SchemaVocabulary(database.schema()),
              grammar.text().styles(),
              grammar.text().variants());
      List<GroundedTemplate> templates =
          found.templates().stream()
              .map(template -> new GroundedTemplate(template, rules.texts(template)))
              .toList();
      Map<String, Long> kinds = new TreeMap<>();
      found.templates().stream()
          .map((SqlTemplate template) -> template.kind().id())
          .forEach(kind -> kinds.merge(kind, 1L, Long::sum));
      session
          .out()
          .printf(
              Locale.ROOT,
              "%,d templates of %,d that the schema suggests: %s%n",
              templates.size(),
              found.candidates(),
              kinds);
      if (session.flags().contains(DRY_RUN)) {
        templates.forEach(template -> session.out().println("  " + template.sql().sql()));
        session.out().println("Nothing was written.");
        return;
      }
      int there = file.entries().size();
      session
          .out()
          .printf(
              Locale.ROOT,
              "%s: %,d new ones written, %,d were there and are as they were. Edit it, then: assay"
                  + " grammar check%n",
              file.path(),
              file.add(templates, check),
              there);
    }
  }
}
