package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.SqlConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import dev.assay.udfs.Functions;
import dev.assay.udfs.SqlSettings;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.hive.thriftserver.HiveThriftServer2;

/** Serves the tables and views to JDBC clients until it is interrupted. */
public final class SqlServer implements Stage {

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public String meaning() {
    return "Registers the tables and the dashboard views in database store.schema and starts"
        + " Spark's Thrift server on sql.host and sql.port, for clients such as"
        + " jdbc:hive2://HOST:PORT/SCHEMA. It does not authenticate and listens on this machine"
        + " alone. Ends when interrupted.";
  }

  @Override
  public List<Table> reads() {
    return Tables.ALL;
  }

  @Override
  public List<Table> writes() {
    return List.of();
  }

  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    try (Running server = start(run)) {
      System.err.println("sql: listening at " + server.url());
      Thread.currentThread().join();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    return Counts.of("servers", 1);
  }

  /** Registers everything and starts the server; the caller stops it. */
  static Running start(Run run) {
    new Views(run.spark(), run.store(), run.config().store()).create();
    Functions.follow(
        new SqlSettings(
            ModelSettings.source(run.config().models()),
            run.config().evaluate().parameters(),
            run.store(),
            run.config().run().name()));
    SqlConfig config = run.config().sql();
    SparkSession session = run.spark();
    session.conf().set("hive.server2.thrift.bind.host", config.host());
    session.conf().set("hive.server2.thrift.port", Integer.toString(config.port()));
    session.conf().set("hive.server2.transport.mode", "binary");
    // Queries run as the user of this process: there is no second identity to take on.
    session.conf().set("hive.server2.enable.doAs", "false");
    try {
      return new Running(
          HiveThriftServer2.startWithContext(session.sqlContext()),
          "jdbc:hive2://%s:%d/%s"
              .formatted(config.host(), config.port(), run.config().store().schema()));
    } catch (RuntimeException e) {
      throw new StageException(
          "The Thrift server cannot listen on sql.host = '%s', sql.port = %d. Is the port taken?"
              .formatted(config.host(), config.port()),
          e);
    }
  }

  /** A server that listens. */
  record Running(HiveThriftServer2 server, String url) implements AutoCloseable {
    @Override
    public void close() {
      server.stop();
      Functions.followNone();
    }
  }
}
