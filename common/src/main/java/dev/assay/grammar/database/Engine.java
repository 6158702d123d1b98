package dev.assay.grammar.database;

import dev.assay.config.grammar.DatabaseConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What forbids writing in each database: always something that the engine itself enforces, whatever
 * the user may do.
 */
enum Engine {
  /** The file is opened for reading, no other can be attached, and the session is query-only. */
  SQLITE(
      "jdbc:sqlite:",
      Map.of("open_mode", "1", "limit_attached", "0", "enable_load_extension", "false"),
      List.of("PRAGMA query_only = 1")),
  /** The file is opened for reading; no other file, no network, and no setting can be changed. */
  DUCKDB(
      "jdbc:duckdb:",
      Map.of(
          "duckdb.read_only",
          "true",
          "enable_external_access",
          "false",
          "autoinstall_known_extensions",
          "false",
          "lock_configuration",
          "true"),
      List.of()),
  /** A file is opened for reading. A server has no such session. */
  H2("jdbc:h2:", Map.of("ACCESS_MODE_DATA", "r", "IFEXISTS", "TRUE"), List.of()),
  /**
   * Every transaction begins as one that can only read, and the server ends long statements. Mode
   * {@code always} of the driver would set the session back to writing when autocommit is turned
   * off.
   */
  POSTGRESQL(
      "jdbc:postgresql:",
      Map.of("readOnly", "true", "readOnlyMode", "transaction", "stringtype", "unspecified"),
      List.of()),
  OTHER("jdbc:", Map.of(), List.of());

  private final String prefix;
  private final Map<String, String> properties;
  private final List<String> first;

  Engine(String prefix, Map<String, String> properties, List<String> first) {
    this.prefix = prefix;
    this.properties = properties;
    this.first = first;
  }

  static Engine of(String url) {
    for (Engine engine : values()) {
      if (url.toLowerCase(Locale.ROOT).startsWith(engine.prefix)) {
        return engine;
      }
    }
    return OTHER;
  }

  /** What the connection is opened with. */
  Map<String, String> properties(DatabaseConfig config) {
    if (this == POSTGRESQL) {
      var all = new java.util.TreeMap<>(properties);
      long millis = Math.max(1, Math.round(config.timeout() * 1000));
      all.put("options", "-c default_transaction_read_only=on -c statement_timeout=" + millis);
      all.put("connectTimeout", "20");
      all.put("ApplicationName", "assay");
      return all;
    }
    return this == H2 && !isFile(config.url()) ? Map.of() : properties;
  }

  /** What the session is told before anything else. */
  List<String> first() {
    return first;
  }

  /** Why a session here could write; empty: the engine forbids it. */
  Optional<String> writable(String url) {
    if (this == OTHER) {
      return Optional.of("no session that can only read is known for this driver");
    }
    if (this == H2 && !isFile(url)) {
      return Optional.of("H2 forbids writing only where it opens a file itself");
    }
    boolean memory = url.substring(prefix.length()).isEmpty() || url.contains(":memory:");
    if (memory && (this == SQLITE || this == DUCKDB)) {
      return Optional.of("a database in memory is a new and empty one");
    }
    return Optional.empty();
  }

  /** H2 takes a relative path, {@code ~/…}, {@code file:…}; servers and memory have a scheme. */
  private static boolean isFile(String url) {
    String rest = url.substring(H2.prefix.length()).toLowerCase(Locale.ROOT);
    return !(rest.startsWith("mem:") || rest.startsWith("tcp:") || rest.startsWith("ssl:"));
  }
}
