package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import java.util.List;

/** {@code grammar templates}: writes the file of templates, or adds to it. */
public record TemplatesCommand() implements Action {

  @Override
  public String name() {
    return "grammar-templates";
  }

  @Override
  public boolean previews() {
    return true;
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return asks(config.grammar()) ? List.of(new AskedTemplates(System.out)) : List.of();
  }

  private static boolean asks(GrammarConfig config) {
    return config.sql().endpoint().isPresent() || config.text().endpoint().isPresent();
  }

  @Override
  public void run(Session session) {
    AssayConfig config = session.loaded().config();
    boolean dry = session.flags().contains(DRY_RUN);
    if (asks(config.grammar()) && !dry) {
      session.runner().run(new AskedTemplates(session.out()));
      return;
    }
    try (Database database = Source.open(session)) {
      SqlCheck check = new SqlCheck(database.schema(), config.grammar().sql());
      Suggested suggested = new Suggested(config, database.schema(), session.out());
      List<SqlTemplate> templates = suggested.enumerated();
      if (dry) {
        templates.forEach(template -> session.out().println("  " + template.sql()));
        if (asks(config.grammar())) {
          Plan plan = new AskedTemplates(session.out()).plan(config);
          session.out().println(plan);
          plan.notes().forEach(session.out()::println);
        }
        session.out().println("Nothing was written.");
        return;
      }
      suggested.write(templates, suggested.byRules(templates), check);
    }
  }
}
