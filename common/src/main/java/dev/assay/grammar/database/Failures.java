package dev.assay.grammar.database;

import dev.assay.base.Secret;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.database.DatabaseException.Kind;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What drivers throw, as messages without secrets. */
final class Failures {
  /** PostgreSQL ends sessions, H2's database is closed, connection failures of the standard. */
  private static final Set<String> GONE =
      Set.of("57P01", "57P02", "57P03", "90007", "90067", "90098", "90121");

  private static final Set<String> TIMEOUT = Set.of("57014", "57005");

  private Failures() {}

  static DatabaseException of(String what, SQLException failure, DatabaseConfig config) {
    String said = String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
    return new DatabaseException(
        kind(failure), what + ". The database says: " + masked(said, config));
  }

  /** Without the password, wherever a driver quotes it. */
  static String masked(String text, DatabaseConfig config) {
    String password = Connections.password(config);
    String masked = password.isBlank() ? text : text.replace(password, Secret.MASK);
    return masked.replaceAll("(?i)(password=)[^;&\\s]*", "$1" + Secret.MASK);
  }

  private static Kind kind(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    if (TIMEOUT.contains(state)) {
      return Kind.TIMEOUT;
    }
    boolean gone =
        state.startsWith("08")
            || GONE.contains(state)
            || failure instanceof SQLNonTransientConnectionException
            || failure instanceof SQLTransientConnectionException
            || failure instanceof SQLRecoverableException
            || String.valueOf(failure.getMessage()).contains("SQLITE_IOERR")
            || String.valueOf(failure.getMessage()).contains("database connection closed");
    return gone ? Kind.GONE : Kind.REFUSED;
  }
}
