package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import dev.assay.tables.Table;
import java.util.ArrayList;
import java.util.List;

/** The command that runs one stage. */
public record OneStage(Stage stage) implements Action {

  @Override
  public String name() {
    return stage.name();
  }

  @Override
  public List<String> details() {
    List<String> lines = new ArrayList<>();
    lines.add("Reads: " + names(stage.reads()));
    lines.add("Writes: " + names(stage.writes()));
    List<String> keys = stage.spec().keys();
    if (!keys.isEmpty()) {
      lines.add("Configuration: " + String.join(", ", keys) + " (see conf/reference.conf)");
    }
    lines.addAll(stage.help());
    return lines;
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return List.of(stage);
  }

  @Override
  public void run(Session session) {
    session.runner().run(stage);
  }

  public static String names(List<Table> tables) {
    return tables.isEmpty()
        ? "no table"
        : String.join(", ", tables.stream().map(Table::name).toList());
  }
}
