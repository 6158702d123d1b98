package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.engine.Run;
import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JDBC client of the Thrift server. */
@Tag("slow")
class SqlServerTest {
  @TempDir Path home;

  @Test
  void aJdbcClientReadsTheLeaderboard() throws Exception {
    SampleStore sample = SampleStore.full(home, "store.schema=served", "sql.port=" + freePort());
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
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
