package dev.assay.bench.kills;

import dev.assay.jobs.BankQuestions;
import dev.assay.jobs.ChildRun;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** All stages over twelve documents, with one scripted endpoint that writes, answers and judges. */
public record Pipeline(Path directory, ScriptedServer server) {
  public static final int IN_FLIGHT = 4;

  /** Writes what the command reads. */
  public static Pipeline in(Path directory, ScriptedServer server) throws IOException {
    Path corpus = Files.createDirectories(directory.resolve("corpus"));
    for (int i = 0; i < BankQuestions.PRODUCTS.size(); i++) {
      Files.writeString(
          corpus.resolve(BankQuestions.PRODUCTS.get(i) + ".txt"), BankQuestions.document(i));
    }
    Files.writeString(
        directory.resolve("suite.jsonl"),
        "{\"question\": \"What is insured?\", \"expected_answer\": \"Deposits\"}\n");
    Files.writeString(
        directory.resolve("templates.yaml"),
        "templates:\n  - sql: SELECT city FROM client WHERE name = [client.name]\n");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("b.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE client (name TEXT, city TEXT)");
      statement.executeUpdate("INSERT INTO client VALUES ('Ada', 'Bern'), ('Ben', 'Rome')");
    } catch (SQLException e) {
      throw new IOException("The database of stage grammar cannot be written", e);
    }
    try (var settings = Pipeline.class.getResourceAsStream("kills.conf")) {
      Files.writeString(
          directory.resolve("my.conf"),
          new String(settings.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .replace("DIRECTORY", directory.toString())
              .replace("ENDPOINT", server.chat())
              .replace("IN_FLIGHT", Integer.toString(IN_FLIGHT)));
    }
    return new Pipeline(directory, server);
  }

  Path store() {
    return directory.resolve("store");
  }

  /** The file in which {@link HaltingLogStore} is told at which commit to end the process. */
  Path commit() {
    return directory.resolve("commit");
  }

  public Path configuration() {
    return directory.resolve("my.conf");
  }

  /** Starts the command of a stage; Spark's event log goes to {@code events}. */
  ChildRun start(String stage, boolean cluster, Path events) throws IOException {
    Files.createDirectories(events);
    List<String> spark = new ArrayList<>();
    spark.add("spark.eventLog.enabled=true");
    spark.add("spark.eventLog.dir=" + events.toUri());
    spark.add("spark.delta.logStore.file.impl=" + HaltingLogStore.class.getName());
    spark.add(HaltingLogStore.FILE + "=" + commit());
    return ChildRun.start(
        directory,
        cluster ? "local-cluster[2,1,1024]" : "local[2]",
        2,
        cluster ? ChildRun.executors(spark.toArray(String[]::new)) : spark,
        List.of(stage, "--conf", "my.conf"));
  }
}
