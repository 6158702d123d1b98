package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
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

  @TempDir Path home;

  @Test
  void aJdbcClientReadsTheLeaderboardAndCalibrates() throws Exception {
    SampleStore sample = SampleStore.full(home, "store.schema=served", "sql.port=" + freePort());
    JsonRows.append(sample.store(), Tables.RUNS, List.of(CALIBRATED));
    Run run =
        new Run(
            SharedSpark.session(),
            sample.config(),
            sample.store(),
            "sql",
            "run",
            Instant.parse("2026-01-02T03:04:05Z"));
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

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
