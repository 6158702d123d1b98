package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.engine.Run;
import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JDBC client of the Thrift server: its views, and functions that follow the configuration. */
@Tag("slow")
class SqlServerTest {
  /** The run that fitted the store's calibrations. */
  private static final String CALIBRATED =
      """
      {"run_id":"run-calibrate","name":"assay","stage":"calibrate","config":"{}","config_hash":"c0ffee","code_version":"0.1.0","table_versions":{},"started_at":"2026-01-02T03:04:05Z","ended_at":"2026-01-02T03:04:05Z","status":"done","counts":{}}\
      """;

  private static final String TOKEN = "a token of many letters";
  @TempDir Path home;

  /** A process has one server; Hive keeps the settings of the first for its thread. */
  @BeforeEach
  void withoutSettingsOfAnother() {
    SessionState.detachSession();
  }

  @Test
  void aJdbcClientReadsTheLeaderboardAndCalibrates() throws Exception {
    SampleStore sample = SampleStore.full(home, "store.schema=served", "sql.port=" + freePort());
    JsonRows.append(sample.store(), Tables.RUNS, List.of(CALIBRATED));
    Run run = run(sample);
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    try (SqlServer.Running server = SqlServer.start(run);
        Connection connection = DriverManager.getConnection(server.url(), "reader", "");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT system, estimate FROM v_leaderboard WHERE slice = 'all'"
                    + " AND metric = 'groundedness.groundedness_mean' ORDER BY rank")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString("system")).isEqualTo("dense");
      assertThat(rows.getDouble("estimate")).isEqualTo(0.88);
      try (ResultSet calibrated =
          statement.executeQuery(
              "SELECT assay_calibrate('groundedness.groundedness_mean', 'correctness', 0.75D) AS"
                  + " fit, assay_calibrate('text_statistics.ttr', 'correctness', 0.75D) AS unfit,"
                  + " assay_pii('card of anna@example.org') IS NOT NULL AS others")) {
        assertThat(calibrated.next()).isTrue();
        // The store's slope is 18 and its intercept -12.6: 1 / (1 + e^-0.9).
        assertThat(calibrated.getDouble("fit")).isCloseTo(0.710949502625004, within(1e-12));
        assertThat(calibrated.getObject("unfit")).isNull();
        assertThat(calibrated.getBoolean("others")).isTrue();
      }
    }
  }

  /** Its results are there before anybody asks, and again some time after a table was written. */
  @Test
  void theServerAsksItselfWhatDashboardsAsk() throws Exception {
    SampleStore sample = SampleStore.full(home, "store.schema=readied", "sql.port=" + freePort());
    Run run = run(sample);
    int queries = ReadyQueries.ofDashboards("readied").size() + ReadyQueries.others().size();
    try (SqlServer.Running server = SqlServer.start(run);
        ReadyQueries ready = ReadyQueries.start(server.session(), server.plans(), "readied", 1)) {
      await(() -> server.plans().results() == queries);
      sample.store().deleteWhere(Tables.LEADERBOARD, functions.col("system").equalTo("faulty"));
      await(() -> server.plans().results() < queries);
      await(() -> server.plans().results() == queries);
    }
  }

  private static void await(BooleanSupplier reached) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!reached.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  @Test
  void clientsGiveTheTokenAndCanOnlyRead() throws Exception {
    Path keystore = home.resolve("server.p12");
    String password = "keystore-password";
    certificate(keystore, password);
    Run run =
        run(
            "store.schema=guarded",
            "sql.port=" + freePort(),
            "sql.keystore=" + keystore,
            "sql.keystore-password=" + password,
            "sql.token=" + TOKEN);
    String encrypted = ";ssl=true;sslTrustStore=" + keystore + ";trustStorePassword=" + password;
    try (SqlServer.Running server = SqlServer.start(run)) {
      String url = server.url() + encrypted;
      assertThatThrownBy(() -> DriverManager.getConnection(url, "reader", "wrong"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> DriverManager.getConnection(url, "reader", ""))
          .isInstanceOf(SQLException.class);
      try (Connection connection = DriverManager.getConnection(url, "reader", TOKEN);
          Statement statement = connection.createStatement()) {
        try (ResultSet rows =
            statement.executeQuery("SELECT count(*) AS n FROM guarded.v_leaderboard")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong("n")).isPositive();
        }
        try (ResultSet tables = connection.getMetaData().getTables(null, "guarded", "%", null)) {
          assertThat(tables.next()).isTrue();
        }
        for (String hostile :
            List.of(
                "DELETE FROM guarded.scores",
                "CREATE TABLE guarded.t (a INT)",
                "ADD JAR /tmp/x.jar",
                "SET spark.sql.variable.substitute=true",
                "SELECT '${env:PATH}'",
                "SELECT reflect('java.lang.System', 'getenv', 'PATH')",
                "SELECT * FROM text.`/etc/hostname`",
                "SELECT * FROM delta.`" + home.resolve("store/scores") + "`")) {
          assertThatThrownBy(() -> statement.execute(hostile))
              .as(hostile)
              .hasMessageContaining("for reading");
        }
      }
      String setting = url + "?spark.sql.defaultCatalog=evil";
      assertThatThrownBy(
              () -> {
                try (Connection connection = DriverManager.getConnection(setting, "reader", TOKEN);
                    Statement statement = connection.createStatement()) {
                  statement.execute("SELECT 1");
                }
              })
          .hasMessageContaining("spark.sql.defaultCatalog");
    }
  }

  @Test
  void orADirectoryIsAskedWhoTheyAre() throws Exception {
    try (FakeDirectory directory = new FakeDirectory("uid=ann,ou=people,dc=bank", "her word")) {
      Run run =
          run(
              "store.schema=listed",
              "sql.port=" + freePort(),
              "sql.ldap-url=" + directory.url(),
              "sql.ldap-base-dn=\"ou=people,dc=bank\"");
      try (SqlServer.Running server = SqlServer.start(run)) {
        assertThatThrownBy(() -> DriverManager.getConnection(server.url(), "ann", "another"))
            .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> DriverManager.getConnection(server.url(), "bob", "her word"))
            .isInstanceOf(SQLException.class);
        try (Connection connection = DriverManager.getConnection(server.url(), "ann", "her word");
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT count(*) FROM v_leaderboard")) {
          assertThat(rows.next()).isTrue();
        }
      }
    }
  }

  private Run run(String... settings) {
    return run(SampleStore.full(home, settings));
  }

  private static Run run(SampleStore sample) {
    return new Run(
        SharedSpark.session(),
        sample.config(),
        sample.store(),
        "sql",
        "run",
        Instant.parse("2026-01-02T03:04:05Z"));
  }

  private static void certificate(Path keystore, String password) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1,dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore.toString(),
                "-storepass",
                password)
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
