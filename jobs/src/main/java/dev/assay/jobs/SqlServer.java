package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.SqlConfig;
import dev.assay.config.StoreConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.ServedPlans;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import dev.assay.udfs.Functions;
import dev.assay.udfs.SqlSettings;
import dev.assay.udfs.door.Door;
import dev.assay.udfs.door.Statements;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.hive.thriftserver.HiveThriftServer2;

/** Serves the tables and views to JDBC clients until it is interrupted. */
public final class SqlServer implements Stage {
  private static final StageSpec SPEC = StageSpec.of("sql").reads(Tables.ALL.toArray(Table[]::new));

  @Override
  public StageSpec spec() {
    return SPEC;
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
    try (Running server = start(run);
        ReadyQueries ready =
            ReadyQueries.start(
                server.session(),
                server.plans(),
                run.config().store().schema(),
                run.config().sql().refresh())) {
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
    if (session.conf().get("spark.sql.hive.thriftServer.singleSession", "false").equals("true")) {
      throw new StageException(
          "With spark.sql.hive.thriftServer.singleSession = true clients would have the server's"
              + " own session, which may write. Leave it out.");
    }
    if (!Door.guards(session)) {
      throw new StageException(
          "Clients could write: dev.assay.udfs.AssayExtensions is not the last of this session's"
              + " spark.sql.extensions. Set it before the session starts, or let 'assay sql' start"
              + " the session. On Databricks use its own SQL warehouses.");
    }
    Map<String, String> settings = SqlAccess.settings(config);
    settings.forEach(session.conf()::set);
    StoreConfig store = run.config().store();
    ServedPlans plans = new ServedPlans(session);
    Door.open(
        session, new Statements(store.catalog(), store.schema(), Functions.names()), plans::of);
    try {
      return new Running(
          HiveThriftServer2.startWithContext(session.sqlContext()),
          session,
          plans,
          settings.keySet(),
          "jdbc:hive2://%s:%d/%s"
              .formatted(config.host(), config.port(), run.config().store().schema()));
    } catch (RuntimeException e) {
      Door.close();
      throw new StageException(
          "The Thrift server cannot listen on sql.host = '%s', sql.port = %d. Is the port taken?"
              .formatted(config.host(), config.port()),
          e);
    }
  }

  /** A server that listens. */
  record Running(
      HiveThriftServer2 server,
      SparkSession session,
      ServedPlans plans,
      Set<String> settings,
      String url)
      implements AutoCloseable {
    @Override
    public void close() {
      server.stop();
      settings.forEach(session.conf()::unset);
      Door.close();
      plans.close();
      Functions.followNone();
    }
  }
}
