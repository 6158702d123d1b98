package dev.assay.grammar.database;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.Placeholder;
import java.util.List;

/**
 * A session that can only read. Nothing that is put to it is committed, statements end at the
 * timeout, and answers at {@code max-rows}. For one thread.
 *
 * <p>Failures are {@link DatabaseException}s.
 */
public interface Database extends AutoCloseable {

  /** Opens a session; its driver is the user's, on the class path. */
  static Database open(DatabaseConfig config) {
    return JdbcDatabase.open(config);
  }

  /** What the database holds; read once a session. */
  DatabaseSchema schema();

  /**
   * What a query gives.
   *
   * @param sql one SELECT that was checked, with {@code ?} for each parameter
   * @param parameters values as in {@link Answer}
   */
  Answer rows(String sql, List<?> parameters);

  /**
   * Distinct values of a column, sorted, NULL not among them. Where there are more than {@code
   * limit}, those with the smallest hashes: spread over all, and always the same.
   */
  List<Object> distinct(Placeholder placeholder, int limit);

  /**
   * Rows of a query, each once. Where there are more than {@code limit}, those with the smallest
   * hashes: spread over all, and always the same.
   */
  List<List<Object>> sample(String sql, int limit);

  /** The name as SQL needs it: in quotes, whatever it is. */
  String quoted(String name);

  @Override
  void close();
}
