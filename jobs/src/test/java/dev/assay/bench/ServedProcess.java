package dev.assay.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * {@code assay sql} in a process of its own, over a store.
 *
 * @param log what it tells
 * @param seconds from its start until it listens
 */
record ServedProcess(Process process, Path log, int port, double seconds) implements AutoCloseable {

  /** Starts it with this process's class path and options. */
  static ServedProcess start(Path store, Path home) throws Exception {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("dev.assay.jobs.Main", "sql", "--set", "store.path=" + store));
    command.addAll(List.of("--set", "sql.port=" + port));
    Path log = home.resolve("server.log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    long start = System.nanoTime();
    Process process = builder.redirectOutput(log.toFile()).start();
    told(process, log, "listening at");
    return new ServedProcess(process, log, port, (System.nanoTime() - start) / 1e9);
  }

  /** Waits until it has asked itself what dashboards ask; returns the line that says so. */
  String ready() throws Exception {
    String line = "sql: ready:";
    told(process, log, line);
    return Files.readString(log).lines().filter(told -> told.startsWith(line)).findFirst().get();
  }

  private static void told(Process process, Path log, String line) throws Exception {
    while (!Files.readString(log).contains(line)) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("The server ended:\n" + Files.readString(log));
      }
    }
  }

  Connection connect() throws SQLException, ClassNotFoundException {
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    return DriverManager.getConnection("jdbc:hive2://localhost:" + port + "/assay", "reader", "");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
