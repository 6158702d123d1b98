package dev.assay.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.StageEnd;
import dev.assay.jobs.engine.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a command came to, for machines: one line of JSON.
 *
 * @param command the word after {@code assay}; empty where none was understood
 * @param config the configuration; absent where it could not be read
 * @param started when the command began
 * @param ended when it ended
 * @param stages how its stages ended
 * @param failure why it did not end well
 * @param signal the exit code, where a signal ends the process
 */
record Outcome(
    String command,
    Optional<AssayConfig> config,
    Instant started,
    Instant ended,
    List<StageEnd> stages,
    Optional<Throwable> failure,
    OptionalInt signal) {

  /** The switch that asks for it. */
  static final String JSON = "--json";

  private ExitCode code() {
    return failure.map(ExitCode::of).orElse(ExitCode.DONE);
  }

  /**
   * {@code outcome} is done, failed, breach, stopped or usage; {@code exit_code} is the launcher's;
   * {@code error} is the message for people, or the type of a failure that nobody foresaw.
   */
  String json() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("assay", Version.current());
    line.put("command", command);
    line.put("outcome", signal.isPresent() ? ExitCode.BUDGET.outcome() : code().outcome());
    line.put("exit_code", signal.orElseGet(() -> code().number()));
    line.put("run", config.map(given -> given.run().name()).orElse(null));
    line.put("run_id", stages.isEmpty() ? null : stages.get(stages.size() - 1).runId());
    line.put("started_at", started.toString());
    line.put("seconds", seconds(Math.max(0, Duration.between(started, ended).toMillis()) / 1e3));
    line.put("stages", stages.stream().map(Outcome::stage).toList());
    line.put("store", config.map(Outcome::store).orElse(null));
    line.put("report", config.map(given -> given.report().path()).orElse(null));
    line.put(
        "error",
        signal.isPresent() ? "stopped by a signal" : failure.map(Outcome::error).orElse(null));
    try {
      return new ObjectMapper().writeValueAsString(line);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Maps and lists of texts serialise", impossible);
    }
  }

  private static Map<String, Object> stage(StageEnd end) {
    Map<String, Object> stage = new LinkedHashMap<>();
    stage.put("stage", end.stage());
    stage.put("run_id", end.runId());
    stage.put("outcome", end.outcome());
    stage.put("seconds", seconds(end.seconds()));
    stage.put("counts", end.counts().values());
    return stage;
  }

  private static double seconds(double exact) {
    return Math.round(exact * 10) / 10.0;
  }

  private static String store(AssayConfig config) {
    return config.store().catalog().isEmpty()
        ? config.store().path()
        : config.store().catalog() + "." + config.store().schema();
  }

  private static String error(Throwable failure) {
    Optional<Throwable> told = ExitCode.told(failure);
    return Hindrance.of(failure, told.isPresent())
        .or(() -> told.map(foreseen -> OneLine.of(foreseen.getMessage())))
        .orElseGet(() -> failure.getClass().getName());
  }
}
