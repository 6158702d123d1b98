package dev.assay.grammar.database;

import dev.assay.base.Seeds;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.database.DatabaseException.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/** A session by JDBC: every statement in a transaction that is rolled back. */
final class JdbcDatabase implements Database {
  private static final int FETCH = 1000;

  private final DatabaseConfig config;
  private final Connection connection;
  private final String quote;
  private Optional<DatabaseSchema> schema = Optional.empty();
  private String prepared = "";
  private PreparedStatement statement;

  private JdbcDatabase(DatabaseConfig config, Connection connection) throws SQLException {
    this.config = config;
    this.connection = connection;
    this.quote = connection.getMetaData().getIdentifierQuoteString().strip();
  }

  static Database open(DatabaseConfig config) {
    Connection connection = Connections.open(config);
    try {
      return new JdbcDatabase(config, connection);
    } catch (SQLException failure) {
      throw Failures.of("The database does not say how names are quoted", failure, config);
    }
  }

  @Override
  public DatabaseSchema schema() {
    if (schema.isEmpty()) {
      try {
        schema = Optional.of(new SchemaReader(connection, config, this).read());
      } catch (SQLException failure) {
        throw Failures.of("The schema cannot be read", failure, config);
      } finally {
        undo();
      }
    }
    return schema.get();
  }

  @Override
  public Answer rows(String sql, List<?> parameters) {
    return run(
        sql,
        parameters,
        config.maxRows() + 1,
        results -> {
          ResultSetMetaData about = results.getMetaData();
          List<String> columns = new ArrayList<>();
          for (int i = 1; i <= about.getColumnCount(); i++) {
            columns.add(about.getColumnLabel(i));
          }
          List<List<Object>> rows = new ArrayList<>();
          while (results.next()) {
            if (rows.size() == config.maxRows()) {
              return new Answer(columns, Collections.unmodifiableList(rows), true);
            }
            List<Object> row = new ArrayList<>(columns.size());
            for (int i = 1; i <= columns.size(); i++) {
              row.add(JdbcValues.read(results, i, about));
            }
            rows.add(Collections.unmodifiableList(row));
          }
          return new Answer(columns, Collections.unmodifiableList(rows), false);
        });
  }

  @Override
  public List<Object> distinct(Placeholder placeholder, int limit) {
    String column = quoted(placeholder.column());
    String sql =
        "SELECT DISTINCT "
            + column
            + " FROM "
            + quoted(placeholder.table())
            + " WHERE "
            + column
            + " IS NOT NULL";
    return sample(sql, limit).stream().map(row -> row.get(0)).sorted(JdbcValues.ORDER).toList();
  }

  @Override
  public List<List<Object>> sample(String sql, int limit) {
    return run(
        sql,
        List.of(),
        0,
        results -> {
          PriorityQueue<Hashed> kept =
              new PriorityQueue<>(Comparator.comparingLong(Hashed::hash).reversed());
          ResultSetMetaData about = results.getMetaData();
          Set<Hashed> seen = new HashSet<>();
          while (results.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= about.getColumnCount(); i++) {
              row.add(JdbcValues.read(results, i, about));
            }
            Hashed hashed = new Hashed(Seeds.of(0, "value", row.toString()), row);
            if ((kept.size() < limit || hashed.hash() < kept.peek().hash()) && seen.add(hashed)) {
              kept.add(hashed);
              if (kept.size() > limit) {
                seen.remove(kept.poll());
              }
            }
          }
          return kept.stream()
              .sorted(Comparator.comparingLong(Hashed::hash))
              .map(Hashed::row)
              .toList();
        });
  }

  @Override
  public String quoted(String name) {
    return quote + name.replace(quote, quote + quote) + quote;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException ignored) {
      // What was read is complete, and nothing was written.
    }
  }

  private record Hashed(long hash, List<Object> row) {}

  /** Reads what a statement gave. */
  @FunctionalInterface
  interface Reading<T> {
    T from(ResultSet results) throws SQLException;
  }

  /**
   * @param maximum rows that the driver hands out; 0: all
   */
  <T> T run(String sql, List<?> parameters, int maximum, Reading<T> reading) {
    Watch watch = Watch.none();
    try {
      PreparedStatement ready = prepared(sql, maximum);
      for (int i = 0; i < parameters.size(); i++) {
        ready.setObject(i + 1, parameters.get(i));
      }
      watch = Watch.over(ready, config.timeout());
      try (ResultSet results = ready.executeQuery()) {
        return reading.from(results);
      }
    } catch (SQLException failure) {
      forget();
      if (watch.ended()) {
        throw new DatabaseException(
            Kind.TIMEOUT,
            "The statement took more than "
                + config.timeout()
                + " s (grammar.database.timeout) and was ended: "
                + sql,
            failure);
      }
      throw Failures.of("The statement failed: " + sql, failure, config);
    } finally {
      watch.close();
      undo();
    }
  }

  /** The last statement is kept: the values of a template are put to it one after the other. */
  private PreparedStatement prepared(String sql, int maximum) throws SQLException {
    if (statement == null || !prepared.equals(sql)) {
      forget();
      statement =
          connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      statement.setFetchSize(FETCH);
      prepared = sql;
    }
    statement.setMaxRows(maximum);
    return statement;
  }

  private void forget() {
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException ignored) {
        // It failed already; what it failed for is told.
      }
      statement = null;
      prepared = "";
    }
  }

  private void undo() {
    try {
      if (!connection.isClosed() && !connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException ignored) {
      // A session that is gone has nothing to roll back.
    }
  }
}
