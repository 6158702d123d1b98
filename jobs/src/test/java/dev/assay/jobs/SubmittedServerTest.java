package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code assay sql} under spark-submit: clients that go, and a signal. */
@Tag("slow")
class SubmittedServerTest {
  @TempDir private Path home;

  @Test
  void aClientThatGoesTakesNothingOfTheProgramWithIt() throws Exception {
    SampleStore.full(home);
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ChildRun server =
        ChildRun.start(
            home,
            "local[2]",
            2,
            List.of(),
            Submitted.class,
            List.of(
                "sql",
                "--set",
                "store.path=" + home.resolve("store"),
                "--set",
                "sql.port=" + port));
    try {
      server.await(line -> line.startsWith("sql: listening"));
      ask(port, "SELECT count(*) > 0 FROM assay.v_leaderboard");
      server.await(line -> line.startsWith("sql: ready"));
      ask(port, "SELECT assay_pii('card of anna@example.org') IS NOT NULL");
      server.terminate();
      assertThat(server.join()).as(server.output()).isEqualTo(143);
      assertThat(server.output())
          .contains("stopped by SIGTERM")
          .doesNotContain("NoClassDefFoundError");
    } finally {
      server.kill();
    }
  }

  private static void ask(int port, String query) throws Exception {
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    String url = "jdbc:hive2://127.0.0.1:%d/assay".formatted(port);
    try (Connection connection = DriverManager.getConnection(url, "reader", "");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      assertThat(row.getBoolean(1)).as(query).isTrue();
    }
  }
}
