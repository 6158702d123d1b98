package dev.assay.jobs;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.SparkConf;

/**
 * What a command would do: the configuration, each stage with its tables, and the estimates.
 *
 * @param owner whose memory holds rows
 * @param memory how much that is, in bytes
 */
record DryRun(Action action, ConfigLoader.Loaded loaded, String owner, OptionalLong memory) {

  /**
   * @throws UsageException where what Spark would be given tells that nothing can run
   */
  static DryRun of(Action action, ConfigLoader.Loaded loaded) {
    Map.Entry<String, OptionalLong> memory =
        Sessions.foreseen(new SparkConf(), loaded.config().models().device());
    return new DryRun(action, loaded, memory.getKey(), memory.getValue());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("# Configuration, resolved, secrets masked (SHA-256 ").append(loaded.hash());
    text.append(")\n").append(loaded.rendered()).append("\n# Plan of '").append(action.name());
    text.append("'\n");
    List<Stage> stages = action.stages(loaded.config());
    if (stages.isEmpty()) {
      text.append("reads the tables, runs no stage\n");
    }
    int number = 0;
    for (Stage stage : stages) {
      Plan plan = stage.plan(loaded.config());
      text.append(String.format("%2d. %s%n", ++number, stage.name()));
      text.append("    reads ").append(OneStage.names(stage.reads()));
      text.append("; writes ").append(OneStage.names(stage.writes())).append('\n');
      text.append("    ").append(plan).append('\n');
      plan.notes().forEach(note -> text.append("    ").append(note).append('\n'));
    }
    text.append(total(stages)).append(MemoryPlan.of(loaded.config(), stages, owner, memory));
    return text.append("Nothing was run.\n").toString();
  }

  private String total(List<Stage> stages) {
    long calls = 0;
    long tokens = 0;
    double cost = 0;
    OptionalLong texts = OptionalLong.of(0);
    for (Stage stage : stages) {
      Plan plan = stage.plan(loaded.config());
      calls += plan.llmCalls();
      tokens += plan.llmTokens();
      cost += plan.llmCost();
      texts =
          texts.isPresent() && plan.textsToEmbed().isPresent()
              ? OptionalLong.of(texts.getAsLong() + plan.textsToEmbed().getAsLong())
              : OptionalLong.empty();
    }
    return String.format(
        Locale.ROOT, "# Estimate, at most: %s%n", new Plan(calls, tokens, cost, texts, List.of()));
  }
}
