package dev.assay.grammar.engines;

import dev.assay.base.Secret;
import dev.assay.config.grammar.DatabaseConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real PostgreSQL of this machine, on a free port and a directory of its own, that ends with the
 * test. It refuses to run as root, so that root starts it as user {@code postgres} of Debian's
 * package.
 */
final class PostgresServer implements AutoCloseable {
  static final String PASSWORD = "harbourline-3317";
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  private final Path programs;
  private final Path directory;
  private final int port;

  private PostgresServer(Path programs, Path directory, int port) {
    this.programs = programs;
    this.directory = directory;
    this.port = port;
  }

  /** The directory of its programs, the newest, where there is one. */
  static Optional<Path> programs() throws IOException {
    if (!Files.isDirectory(DEBIAN)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("pg_ctl")))
          .max(
              Comparator.comparingInt(bin -> Integer.parseInt("" + bin.getParent().getFileName())));
    }
  }

  static PostgresServer start(Path programs) throws Exception {
    Path directory = Files.createTempDirectory("assay-postgres");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    PostgresServer server = new PostgresServer(programs, directory, port);
    Path password = Files.writeString(directory.resolve("password"), PASSWORD);
    if (root()) {
      run(List.of("chown", "-R", "postgres", directory.toString()));
    }
    server.program(
        "initdb",
        "-D",
        "" + directory.resolve("data"),
        "-U",
        "owner",
        "-A",
        "scram-sha-256",
        "--pwfile=" + password,
        "--no-sync",
        "-E",
        "UTF8",
        "--locale=C");
    server.begin();
    return server;
  }

  void begin() throws Exception {
    program(
        "pg_ctl",
        "-D",
        "" + directory.resolve("data"),
        "-l",
        "" + directory.resolve("log"),
        "-w",
        "-o",
        "-F -k '' -h 127.0.0.1 -p " + port,
        "start");
  }

  /** Ends it at once, as when a machine fails; its data stay. */
  void end() throws Exception {
    program("pg_ctl", "-D", "" + directory.resolve("data"), "-m", "immediate", "-w", "stop");
  }

  /** As its owner, who may do everything. */
  DatabaseConfig config() {
    return DatabaseConfig.of(url(), "owner", new Secret(PASSWORD));
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  void execute(List<String> statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), "owner", PASSWORD);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() throws Exception {
    try {
      end();
    } catch (IOException ended) {
      // Tests end it themselves where they show what is said then.
    }
    if (root()) {
      run(List.of("rm", "-rf", directory.toString()));
    } else {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private void program(String name, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    if (root()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs.resolve(name).toString());
    command.addAll(Arrays.asList(words));
    run(command);
  }

  private static boolean root() {
    return System.getProperty("user.name").equals("root");
  }

  private static void run(List<String> command) throws Exception {
    Path out = Files.createTempFile("assay-postgres", ".out");
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("/tmp").toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    String said = Files.readString(out);
    Files.delete(out);
    if (!ended || process.exitValue() != 0) {
      throw new IOException(command + " failed: " + said);
    }
  }
}
