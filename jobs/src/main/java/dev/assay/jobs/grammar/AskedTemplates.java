package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.llm.EndpointSpec;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Row;

/**
 * {@code grammar templates} where a model writes queries or wordings: its calls are of the ledger,
 * so that the same command asks nothing twice.
 *
 * @param out where what is written and refused is told
 */
record AskedTemplates(PrintStream out) implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("grammar-templates").writes(Tables.LLM_CALLS, Tables.REJECTED);

  /** Characters of a schema's part and of a token, about: for estimates. */
  private static final int SCHEMA = 6_000;

  private static final int CHARACTERS_A_TOKEN = 4;

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** The database and the file may be others now. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public Plan plan(AssayConfig config) {
    GrammarConfig grammar = config.grammar();
    Plan plan = Plan.NO_MODEL;
    if (grammar.sql().endpoint().isPresent()) {
      String name = grammar.sql().endpoint().get();
      EndpointSpec spec = EndpointSpec.of(name, config.llm().endpoints().get(name));
      long calls = grammar.sql().criteria().size();
      long input = calls * (AskedSql.prompt(config).length() + SCHEMA) / CHARACTERS_A_TOKEN;
      plan =
          Plan.asking(spec, calls, input, calls * EndpointSpec.ASSUMED_OUTPUT)
              .note(
                  "SQL templates: a call for each of grammar.sql.criteria, and for each table"
                      + " where the schema is too long for one, repairs aside");
    }
    return grammar.text().endpoint().isEmpty()
        ? plan
        : plan.note(
            "wordings: besides, a call for each new template and each of grammar.text.styles");
  }

  @Override
  public Counts run(Run run) {
    GrammarConfig config = run.config().grammar();
    List<Row> refused = new ArrayList<>();
    try (Database database = Source.open(run.spark(), config)) {
      SqlCheck check = new SqlCheck(database.schema(), config.sql());
      Suggested suggested = new Suggested(run.config(), database.schema(), out);
      Set<String> known = suggested.file().ids(check);
      List<SqlTemplate> fresh = new ArrayList<>();
      suggested.enumerated().stream().filter(t -> known.add(t.id())).forEach(fresh::add);
      int enumerated = fresh.size();
      if (config.sql().endpoint().isPresent()) {
        fresh.addAll(new AskedSql(run, database.schema()).templates(check, known, refused));
        out.printf(
            "%s wrote %d templates that are accepted and new, %d that are not%n",
            config.sql().endpoint().get(), fresh.size() - enumerated, refused.size());
      }
      List<List<TextTemplate>> texts =
          config.text().endpoint().isPresent() && !fresh.isEmpty()
              ? new AskedWordings(run, config.text().endpoint().get(), database.schema())
                  .of(fresh, refused)
              : suggested.byRules(fresh);
      tell(run, refused);
      return Counts.of("sql templates written", suggested.write(fresh, texts, check))
          .and("asked of a model", fresh.size() - enumerated)
          .and("refused", refused.size());
    }
  }

  /** In the output and in table rejected. */
  private void tell(Run run, List<Row> refused) {
    for (Row row : refused) {
      out.printf(
          "refused: %s%n  %s%n",
          row.<String>getAs("reason"),
          RowValues.<String>optional(row, "text").orElse("").replaceAll("[\\p{Cntrl}\\s]+", " "));
    }
    if (!refused.isEmpty()) {
      Templates.reject(run, refused);
    }
  }
}
