package dev.assay.jobs.grammar;

import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.database.Database;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;

/** The database that the configuration names. */
final class Source {

  private Source() {}

  static Database open(Session session) {
    return open(session.loaded().config().grammar());
  }

  static Database open(GrammarConfig config) {
    return Database.open(
        config
            .database()
            .orElseThrow(
                () ->
                    new StageException(
                        "No database is configured. Name one, for example grammar.database { url ="
                            + " \"jdbc:sqlite:bank.db\" }; the password comes from the"
                            + " environment.")));
  }
}
