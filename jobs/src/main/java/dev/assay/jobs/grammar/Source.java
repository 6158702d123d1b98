package dev.assay.jobs.grammar;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.database.Database;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import org.apache.spark.sql.SparkSession;

/** The database that the configuration names. */
final class Source {

  private Source() {}

  static Database open(Session session) {
    return open(session.spark(), session.loaded().config().grammar());
  }

  static Database open(SparkSession spark, GrammarConfig config) {
    return Database.open(database(spark, config));
  }

  /** How it is opened; tables of Spark's are copied first. */
  static DatabaseConfig database(SparkSession spark, GrammarConfig config) {
    return TableCopy.of(
        spark,
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
