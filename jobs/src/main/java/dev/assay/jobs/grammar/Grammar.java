package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.FillConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;

/** Fills templates of queries with a database's values: questions whose answers are certain. */
public final class Grammar implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("grammar")
          // The corpus is searched for the answers.
          .reads(Tables.CHUNKS)
          .writes(Tables.TEST_CASES, Tables.RUN_CASES, Tables.REJECTED, Tables.LLM_CALLS)
          .keys("grammar");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** The database may say something else now. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public String files(AssayConfig config) {
    return Templates.identity(config.grammar()) + Templates.prompt(config);
  }

  @Override
  public Plan plan(AssayConfig config) {
    List<TemplateFile.Entry> templates = Templates.written(config.grammar());
    long wordings = templates.stream().mapToLong(template -> template.texts().size()).sum();
    FillConfig fill = config.grammar().fill();
    return Templates.plan(config, templates)
        .note(
            String.format(
                Locale.ROOT,
                "%,d SQL templates x %,d wordings in all x at most %,d combinations of values: at"
                    + " most %,d questions of these",
                templates.size(),
                wordings,
                fill.maxCombinations(),
                wordings * fill.maxCombinations()));
  }

  @Override
  public Counts run(Run run) {
    GrammarConfig config = run.config().grammar();
    if (config.database().isEmpty()) {
      throw new StageException(
          "No database is configured. Name one, for example grammar.database { url ="
              + " \"jdbc:sqlite:bank.db\" }; the password comes from the environment.");
    }
    Templates.Ready templates = run.step("templates", () -> Templates.of(run));
    Counts made = run.step("questions", () -> new Questions(run, templates.templates()).make());
    config.export().ifPresent(path -> run.step("export", () -> SuiteFile.write(run, path)));
    return templates.counts().plus(made);
  }
}
