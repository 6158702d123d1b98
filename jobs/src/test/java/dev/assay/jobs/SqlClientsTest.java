package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.ReadOnlyStore;
import dev.assay.tables.Store;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SQL server as a command over a store that can only be read, asked by JDBC and pyhive. */
@Tag("slow")
class SqlClientsTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));
  private static final Path PYTHON = ROOT.resolve("dist/hive/bin/python");
  private static final String TOKEN = "a token of many letters";

  @TempDir private static Path home;
  private static Path store;
  private static Path mounted;
  private static List<Path> before;

  /** A folder that is mounted for reading; two tables were never made, one of them with a view. */
  @BeforeAll
  static void aStoreThatCanOnlyBeRead() throws Exception {
    SampleStore.full(home);
    store = home.resolve("store");
    FileUtils.deleteDirectory(store.resolve("robustness_surface").toFile());
    FileUtils.deleteDirectory(store.resolve("llm_calls").toFile());
    mounted = Files.createDirectories(home.resolve("mounted"));
    assumeTrue(mount("--bind", store.toString(), mounted.toString()), "nobody may mount here");
    assertThat(mount("-o", "remount,bind,ro", mounted.toString())).isTrue();
    before = files(store);
  }

  @AfterAll
  static void gone() throws Exception {
    new ProcessBuilder("umount", "-l", mounted.toString()).start().waitFor();
  }

  @BeforeEach
  void withoutSettingsOfAnother() {
    SessionState.detachSession();
  }

  /** Servers of the same names, so that only the first has to find out what they are. */
  @ParameterizedTest
  @ValueSource(strings = {"", TOKEN})
  void isServedToJdbcAndToPyhiveWithAndWithoutAToken(String token) throws Exception {
    int port = freePort();
    List<String> settings = new ArrayList<>(List.of("store.schema=only_read", "sql.port=" + port));
    if (!token.isEmpty()) {
      settings.add("sql.token=\"" + token + "\"");
    }
    served(
        mounted,
        settings,
        port,
        () -> {
          if (token.isEmpty()) {
            byJdbc(port);
          }
          assumeTrue(
              Files.isExecutable(PYTHON),
              PYTHON + " is missing: scripts/test could not install pyhive");
          JsonNode said = byPython(port, token);
          assertThat(said.at("/rows/0/0").asText()).isEqualTo("dense");
          assertThat(said.at("/rows/0/1").asDouble()).isEqualTo(0.88);
          assertThat(said.get("tables").toString()).contains("scores", "v_leaderboard");
          assertThat(said.get("refused").asBoolean()).isTrue();
        });
    assertThat(ReadOnlyStore.is(at(mounted))).isTrue();
    assertThat(ReadOnlyStore.is(at(store))).isFalse();
    assertThat(files(store)).as("nothing was written, and no trial is left").isEqualTo(before);
  }

  private static void byJdbc(int port) throws SQLException {
    try (Connection connection = connect(port, "only_read");
        Statement statement = connection.createStatement()) {
      for (String query :
          List.of(
              "SELECT count(*) > 0 FROM v_leaderboard",
              "SELECT count(*) = 0 FROM v_robustness_surface",
              "SELECT count_if(kind = 'calls') = 0 AND count(*) > 0 FROM v_cost")) {
        try (ResultSet row = statement.executeQuery(query)) {
          assertThat(row.next()).isTrue();
          assertThat(row.getBoolean(1)).as(query).isTrue();
        }
      }
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Does {@code work} while the stage {@code sql} runs, as the command runs it. */
  private static void served(Path store, List<String> settings, int port, Work work)
      throws Exception {
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=\"" + store + "\"");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    ConfigLoader.Loaded loaded = loader.load();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread server =
        new Thread(
            () -> {
              try {
                Commands.run(SharedSpark.session(), loaded, "sql");
              } catch (Throwable thrown) { // Interrupted, which is how it ends, it says so.
                failure.set(thrown);
              }
            });
    server.start();
    try {
      listens(port, failure);
      work.run();
      assertThat(failure.get()).isNull();
    } finally {
      server.interrupt();
      server.join(60_000);
    }
  }

  private static void listens(int port, AtomicReference<Throwable> failure) throws Exception {
    for (int i = 0; i < 1200 && failure.get() == null; i++) {
      try (java.net.Socket open = new java.net.Socket("127.0.0.1", port)) {
        return;
      } catch (IOException notYet) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
    throw new AssertionError("It does not listen", failure.get());
  }

  private static Connection connect(int port, String schema) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:hive2://127.0.0.1:%d/%s".formatted(port, schema), "reader", "");
  }

  private static JsonNode byPython(int port, String token) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(PYTHON.toString());
    command.add(ROOT.resolve("scripts/lib/read_by_pyhive.py").toString());
    command.add(Integer.toString(port));
    command.add("only_read");
    if (!token.isEmpty()) {
      command.add(token);
    }
    Path errors = home.resolve("errors.txt");
    Process python = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(Files.readString(errors)).isZero();
    return new ObjectMapper().readTree(said);
  }

  private static Store at(Path path) {
    return new Store(
        SharedSpark.session(),
        ConfigLoader.defaults().set("store.path=\"" + path + "\"").load().config().store());
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.sorted().toList();
    }
  }

  private static boolean mount(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("mount"));
    command.addAll(List.of(words));
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
