package dev.assay.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.llm.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Spark's event log, in a directory, says of a command that made calls. */
record CallEvents(Path directory) {
  private static final String CALLS = "foreachPartition at EndpointCalls.java";

  /** What a command writes its log by. */
  List<String> settings() throws IOException {
    Files.createDirectories(directory);
    return List.of("spark.eventLog.enabled=true", "spark.eventLog.dir=" + directory.toUri());
  }

  /** The executor that holds the last rows which were cut by a key before the calls began. */
  String lastMapper() throws IOException {
    return events("SparkListenerTaskEnd").stream()
        .filter(event -> event.path("Task Type").asText().equals("ShuffleMapTask"))
        .reduce((earlier, later) -> later)
        .map(event -> event.at("/Task Info/Executor ID").asText())
        .orElseThrow();
  }

  /** The attempts at tasks that called: executor, stage, attempt at it, partition, end. */
  List<String> tasks() throws IOException {
    List<Integer> stages = stages().map(stage -> stage.path("Stage ID").asInt()).toList();
    return events("SparkListenerTaskEnd").stream()
        .filter(event -> stages.contains(event.path("Stage ID").asInt()))
        .map(
            event ->
                "executor %s, stage %s.%s, partition %s: %s"
                    .formatted(
                        event.at("/Task Info/Executor ID").asText(),
                        event.path("Stage ID").asText(),
                        event.path("Stage Attempt ID").asText(),
                        event.at("/Task Info/Partition ID").asText(),
                        event.at("/Task End Reason/Reason").asText()))
        .toList();
  }

  /** How often a stage that calls was begun anew while tasks of it may still have been calling. */
  long begunAnew() throws IOException {
    return stages().filter(stage -> stage.path("Stage Attempt ID").asInt() > 0).count();
  }

  private Stream<JsonNode> stages() throws IOException {
    return events("SparkListenerStageSubmitted").stream()
        .map(event -> event.path("Stage Info"))
        .filter(stage -> stage.path("Stage Name").asText().startsWith(CALLS));
  }

  /** A last line that is still being written is left out. */
  private List<JsonNode> events(String name) throws IOException {
    try (Stream<Path> logs = Files.list(directory)) {
      Path log = logs.findFirst().orElseThrow();
      return Files.readAllLines(log).stream()
          .filter(line -> line.startsWith("{\"Event\":\"" + name + "\"") && line.endsWith("}"))
          .map(Json::read)
          .toList();
    }
  }
}
