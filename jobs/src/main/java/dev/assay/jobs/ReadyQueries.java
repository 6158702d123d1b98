package dev.assay.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Resources;
import dev.assay.tables.ServedPlans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * Has the SQL server ask itself, beside its clients, what dashboards are going to ask: the queries
 * of {@code dashboards/}, whose results {@link ServedPlans} keeps, and a few others that look up
 * cases, scores and costs, so that what they run through is read and compiled. Afterwards it looks
 * every few seconds for tables that were written: what was kept of them is let go, and computed
 * anew once nobody writes any more.
 */
final class ReadyQueries implements AutoCloseable {
  private static final String BOARD = "/dashboards/assay.lvdash.json";
  private static final String OTHERS = "/warm-up/look-ups.sql";
  private static final String GROUP = "ready queries";

  private final SparkSession server;
  private final ServedPlans plans;
  private final String schema;
  private final int seconds;
  private final Thread thread;
  private volatile boolean closed;

  private ReadyQueries(SparkSession server, ServedPlans plans, String schema, int seconds) {
    this.server = server;
    this.plans = plans;
    this.schema = schema;
    this.seconds = seconds;
    this.thread = new Thread(this::work, GROUP);
    thread.setDaemon(true);
  }

  /**
   * Begins.
   *
   * @param schema whose tables and views are asked
   * @param seconds between two looks for tables that were written
   */
  static ReadyQueries start(SparkSession server, ServedPlans plans, String schema, int seconds) {
    ReadyQueries ready = new ReadyQueries(server, plans, schema, seconds);
    ready.thread.start();
    return ready;
  }

  /** The queries of dashboards, of tables and views in database {@code schema}. */
  static List<String> ofDashboards(String schema) {
    List<String> queries = new ArrayList<>();
    try {
      for (JsonNode each : new ObjectMapper().readTree(resource(BOARD)).get("datasets")) {
        StringBuilder query = new StringBuilder();
        each.get("queryLines").forEach(line -> query.append(line.asText()));
        queries.add(query.toString().replace(" assay.", " " + schema + "."));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(BOARD, e);
    }
    return queries;
  }

  /** Further ones, of the database that is current. */
  static List<String> others() {
    return Arrays.stream(resource(OTHERS).replaceAll("(?m)^--.*$", "").split(";\\s*"))
        .map(String::strip)
        .filter(query -> !query.isEmpty())
        .toList();
  }

  private static String resource(String name) {
    return Resources.text(ReadyQueries.class, name)
        .orElseThrow(
            () -> new IllegalStateException("Resource '" + name + "' is not on the class path"));
  }

  private void work() {
    SparkContext spark = server.sparkContext();
    spark.setJobGroup(GROUP, "queries of dashboards, before they are asked", true);
    try {
      warm();
      WhenStill again =
          new WhenStill(
              this::released, written -> plans.recompute(() -> closed || written.getAsBoolean()));
      while (!closed) {
        TimeUnit.SECONDS.sleep(seconds);
        again.look();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean released() {
    try {
      return plans.release();
    } catch (RuntimeException unreachable) { // Who asks will hear it, and the next look may find.
      tell("cannot look for tables that were written: " + unreachable.getMessage());
      return false;
    }
  }

  private void warm() {
    long start = System.nanoTime();
    SparkSession client = server.newSession();
    client.catalog().setCurrentDatabase(schema);
    List<String> boards = ofDashboards(schema);
    List<String> queries = new ArrayList<>(boards);
    queries.addAll(others());
    int asked = 0;
    for (String query : queries) {
      if (closed) {
        return;
      }
      try {
        client.sql(query).collectAsList();
        asked++;
      } catch (Exception wrong) { // Scala throws undeclared ones. A client would get the same.
        if (!closed) {
          tell("cannot be asked: " + query + "\n" + wrong.getMessage());
        }
      }
    }
    if (!closed) {
      tell(
          String.format(
              Locale.ROOT,
              "ready: asked %d queries of dashboards and look-ups before anybody does, in %.1f s",
              asked,
              (System.nanoTime() - start) / 1e9));
    }
  }

  private static void tell(String line) {
    System.err.println("sql: " + line);
  }

  @Override
  public void close() {
    closed = true;
    server.sparkContext().cancelJobGroup(GROUP);
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
