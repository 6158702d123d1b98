package dev.assay.grammar.database;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.database.DatabaseException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;

/** Sessions that can only read. */
final class Connections {

  private Connections() {}

  static Connection open(DatabaseConfig config) {
    Engine engine = Engine.of(config.url());
    Optional<String> writable = engine.writable(config.url());
    if (writable.isPresent() && !config.readOnlyUser()) {
      throw new DatabaseException(
          Kind.REFUSED,
          "No session that can only read: "
              + writable.get()
              + ". Give a user who may only read, and say so by"
              + " grammar.database.read-only-user = true.");
    }
    try {
      if (!config.driver().isEmpty()) {
        Class.forName(config.driver());
      }
      Connection connection = DriverManager.getConnection(config.url(), properties(engine, config));
      begin(connection, engine, config);
      return connection;
    } catch (ClassNotFoundException missing) {
      throw new DatabaseException(
          Kind.REFUSED,
          "The driver "
              + config.driver()
              + " (grammar.database.driver) is not on the class path. Add its jar, for example with"
              + " --jars.",
          missing);
    } catch (SQLException failure) {
      String advice =
          "No suitable driver".equals(first(failure, 18))
              ? "No driver on the class path knows the URL of grammar.database. Add its jar, for"
                  + " example with --jars, or name its class by grammar.database.driver"
              : "The database cannot be opened (grammar.database.url, user, password)";
      throw Failures.of(advice, failure, config);
    }
  }

  private static String first(SQLException failure, int letters) {
    String said = String.valueOf(failure.getMessage());
    return said.substring(0, Math.min(letters, said.length()));
  }

  private static void begin(Connection connection, Engine engine, DatabaseConfig config)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : engine.first()) {
        statement.execute(sql);
      }
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
    if (engine != Engine.SQLITE && engine != Engine.DUCKDB) {
      connection.setReadOnly(true); // these two have it as they are opened, and no other way
    }
    if (!config.schema().isEmpty()) {
      connection.setSchema(config.schema());
    }
    connection.setAutoCommit(false);
  }

  private static Properties properties(Engine engine, DatabaseConfig config) {
    Properties properties = new Properties();
    if (!config.user().isEmpty()) {
      properties.setProperty("user", config.user());
    }
    String password = password(config);
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    properties.putAll(engine.properties(config));
    return properties;
  }

  /** Of the environment, or of the mounted file. */
  static String password(DatabaseConfig config) {
    if (config.passwordFile().isEmpty()) {
      return config.password().value();
    }
    try {
      return Files.readString(Path.of(config.passwordFile())).strip();
    } catch (IOException failure) {
      throw new DatabaseException(
          Kind.REFUSED,
          "The file of grammar.database.password-file cannot be read: " + config.passwordFile(),
          failure);
    }
  }
}
