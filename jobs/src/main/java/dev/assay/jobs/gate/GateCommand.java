package dev.assay.jobs.gate;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code gate}, which prints its tests as {@code gate.format} says. */
public record GateCommand() implements Action {
  private static final Gate GATE = new Gate();

  @Override
  public String name() {
    return GATE.name();
  }

  @Override
  public List<String> details() {
    return new OneStage(GATE).details();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("--format", "gate.format");
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return List.of(GATE);
  }

  @Override
  public void run(Session session) {
    session.runner().run(printing(session));
  }

  /** The stage, which prints its tests as {@code gate.format} says, pass or fail. */
  public static Stage printing(Session session) {
    GateFormat format =
        GateFormat.valueOf(session.loaded().config().gate().format().toUpperCase(Locale.ROOT));
    return new Gate(result -> session.out().print(format.print(result)));
  }
}
