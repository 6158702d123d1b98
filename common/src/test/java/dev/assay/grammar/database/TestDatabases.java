package dev.assay.grammar.database;

import dev.assay.base.Secret;
import dev.assay.config.grammar.DatabaseConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Databases that tests write, then open as the product does. */
public final class TestDatabases {
  private static final Path SHARED = Path.of(System.getProperty("assay.root", "."), "../shared");

  private TestDatabases() {}

  /** An SQLite file that these statements made. */
  public static DatabaseConfig sqlite(Path file, String... sql) throws Exception {
    write("jdbc:sqlite:" + file, sql);
    return DatabaseConfig.of("jdbc:sqlite:" + file);
  }

  public static DatabaseConfig duckdb(Path file, String... sql) throws Exception {
    write("jdbc:duckdb:" + file, sql);
    return DatabaseConfig.of("jdbc:duckdb:" + file);
  }

  public static DatabaseConfig h2(Path file, String... sql) throws Exception {
    String url = "jdbc:h2:file:" + file.toAbsolutePath();
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        Statement statement = connection.createStatement()) {
      for (String one : sql) {
        statement.execute(one);
      }
    }
    return DatabaseConfig.of(url, "sa", new Secret(""));
  }

  /** Chinook as an SQLite file, where the shared data are there. */
  public static Optional<DatabaseConfig> chinook(Path file) throws Exception {
    Optional<Path> script = shared("data/sql/chinook/Chinook_Sqlite.sql");
    return script.isPresent()
        ? Optional.of(sqlite(file, Files.readString(script.get())))
        : Optional.empty();
  }

  /** Northwind as an SQLite file, where the shared data are there. */
  public static Optional<DatabaseConfig> northwind(Path file) throws Exception {
    Optional<Path> script = shared("data/sql/northwind/create.sql");
    return script.isPresent()
        ? Optional.of(sqlite(file, Files.readString(script.get())))
        : Optional.empty();
  }

  /** A file of the shared data, where it is there. */
  public static Optional<Path> shared(String path) {
    return Optional.of(SHARED.resolve(path)).filter(Files::exists);
  }

  private static void write(String url, String... sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      if (url.startsWith("jdbc:sqlite")) {
        statement.executeUpdate("PRAGMA synchronous = OFF");
      }
      for (String one : sql) {
        statement.executeUpdate(one.startsWith("\uFEFF") ? one.substring(1) : one);
      }
    }
  }

  /** A configuration with another limit, timeout or override. */
  public static DatabaseConfig with(
      DatabaseConfig config,
      int maxRows,
      double timeout,
      List<String> leaveOut,
      List<String> keep) {
    return new DatabaseConfig(
        config.url(),
        config.user(),
        config.password(),
        "",
        "",
        "",
        maxRows,
        timeout,
        config.readOnlyUser(),
        Map.of(),
        "",
        1_000_000,
        leaveOut,
        keep,
        Map.of());
  }
}
