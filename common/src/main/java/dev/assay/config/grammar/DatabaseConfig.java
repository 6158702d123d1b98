package dev.assay.config.grammar;

import dev.assay.base.Secret;
import dev.assay.config.blocks.Default;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * A database, as executors open it too. See {@code conf/reference.conf}.
 *
 * @param url of JDBC
 * @param user empty: none
 * @param passwordFile a mounted file that holds the password; empty: none
 * @param schema the schema whose tables are meant; empty: the connection's own
 * @param driver the class of a driver that does not announce itself; empty: found by the URL
 * @param maxRows of an answer
 * @param timeout seconds for a statement
 * @param readOnlyUser whether the user may only read, where no session of the engine forbids
 *     writing
 * @param leaveOut tables and columns ({@code Table}, {@code Table.Column}) that nobody asks about
 * @param keep columns that are asked about although they look as if nobody would
 * @param comments what a table or column means, where the database does not say it
 */
public record DatabaseConfig(
    String url,
    @Default("") String user,
    @Default("") Secret password,
    @Default("") String passwordFile,
    @Default("") String schema,
    @Default("") String driver,
    @Default("1000") int maxRows,
    @Default("30") double timeout,
    @Default("false") boolean readOnlyUser,
    List<String> leaveOut,
    List<String> keep,
    Map<String, String> comments)
    implements Serializable {

  /** A database that needs nothing but its URL. */
  public static DatabaseConfig of(String url) {
    return of(url, "", new Secret(""));
  }

  /** A database with a user, and all else as by default. */
  public static DatabaseConfig of(String url, String user, Secret password) {
    return new DatabaseConfig(
        url, user, password, "", "", "", 1000, 30, false, List.of(), List.of(), Map.of());
  }
}
