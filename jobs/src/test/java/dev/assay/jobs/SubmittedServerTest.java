package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import org.apache.hive.service.rpc.thrift.TCLIService;
import org.apache.hive.service.rpc.thrift.TCloseSessionReq;
import org.apache.hive.service.rpc.thrift.TExecuteStatementReq;
import org.apache.hive.service.rpc.thrift.TOpenSessionReq;
import org.apache.hive.service.rpc.thrift.TSessionHandle;
import org.apache.hive.service.rpc.thrift.TStatus;
import org.apache.hive.service.rpc.thrift.TStatusCode;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSaslClientTransport;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
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
      for (int i = 0; i < 600 && server.isAlive(); i++) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      assertThat(server.isAlive()).as(server.output()).isFalse();
      assertThat(server.join()).as(server.output()).isEqualTo(143);
      assertThat(server.output())
          .contains("stopped by SIGTERM")
          .doesNotContain("NoClassDefFoundError");
    } finally {
      server.kill();
    }
  }

  /**
   * As Python's clients ask, who wait for the statement: Hive gives their session the loader of the
   * program, which it does not for JDBC's.
   */
  private static void ask(int port, String query) throws Exception {
    CallbackHandler who =
        callbacks -> {
          for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
              name.setName("reader");
            } else if (callback instanceof PasswordCallback password) {
              password.setPassword("-".toCharArray());
            }
          }
        };
    try (TTransport transport =
        new TSaslClientTransport(
            "PLAIN", null, null, null, Map.of(), who, new TSocket("127.0.0.1", port))) {
      transport.open();
      TCLIService.Client client = new TCLIService.Client(new TBinaryProtocol(transport));
      TSessionHandle session = client.OpenSession(new TOpenSessionReq()).getSessionHandle();
      TStatus asked = client.ExecuteStatement(new TExecuteStatementReq(session, query)).getStatus();
      assertThat(asked.getStatusCode()).as("%s", asked).isEqualTo(TStatusCode.SUCCESS_STATUS);
      client.CloseSession(new TCloseSessionReq(session));
    }
  }
}
