package dev.assay.config.grammar;

import dev.assay.base.Secret;
import dev.assay.config.blocks.Default;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A database, as executors open it too. See {@code conf/reference.conf}.
 *
 * @param url of JDBC; empty: {@code tables} are the database
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
 * @param tables of Spark's, by the names that queries know them by
 * @param copy the folder of the files that such tables are copied to
 * @param maxTableRows of such a table
 * @param comments what a table or column means, where the database does not say it
 */
public record DatabaseConfig(
    @Default("") String url,
    @Default("") String user,
    @Default("") Secret password,
    @Default("") String passwordFile,
    @Default("") String schema,
    @Default("") String driver,
    @Default("1000") int maxRows,
    @Default("30") double timeout,
    @Default("false") boolean readOnlyUser,
    Map<String, TableConfig> tables,
    @Default(".assay/grammar-tables") String copy,
    @Default("1000000") int maxTableRows,
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
        url, user, password, "", "", "", 1000, 30, false, Map.of(), "", 1_000_000, List.of(),
        List.of(), Map.of());
  }

  /** The same at another URL, with further comments where it has none. */
  public DatabaseConfig at(String other, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(more);
    all.putAll(comments);
    return new DatabaseConfig(
        other,
        user,
        password,
        passwordFile,
        schema,
        driver,
        maxRows,
        timeout,
        readOnlyUser,
        tables,
        copy,
        maxTableRows,
        leaveOut,
        keep,
        all);
  }
}
