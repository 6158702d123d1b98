package dev.assay.jobs;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.calls.EndpointProbes;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.Spending;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;

/**
 * What a command would do: the configuration, each stage with its tables, and the estimates.
 *
 * @param owner whose memory holds rows
 * @param memory how much that is, in bytes
 * @param probe whether endpoints are asked
 */
record DryRun(
    Action action, ConfigLoader.Loaded loaded, String owner, OptionalLong memory, boolean probe) {

  /**
   * @throws UsageException where what Spark would be given tells that nothing can run
   */
  static DryRun of(Action action, ConfigLoader.Loaded loaded, boolean probe) {
    Map.Entry<String, OptionalLong> memory =
        Sessions.foreseen(new SparkConf(), loaded.config().models());
    return new DryRun(action, loaded, memory.getKey(), memory.getValue(), probe);
  }

  /**
   * Prints it, and what would be in its way.
   *
   * @throws UsageException where a file is missing or closed, or has not what it needs
   * @throws StageException where an endpoint does not answer
   */
  void print(PrintStream out) {
    out.print(this);
    List<String> silent = probe ? probed(out) : List.of();
    out.println(probe ? "No stage was run." : "Nothing was run.");
    List<String> wrong = NamedFiles.problems(loaded.config(), action.stages(loaded.config()));
    if (!wrong.isEmpty()) {
      throw new UsageException(told(Stream.concat(wrong.stream(), silent.stream()).toList()));
    }
    if (!silent.isEmpty()) {
      throw new StageException(told(silent)); // It may answer another time.
    }
  }

  private static String told(List<String> problems) {
    return "This would fail:\n  " + String.join("\n  ", problems);
  }

  private List<String> probed(PrintStream out) {
    out.println("# Endpoints, one call each");
    List<EndpointProbes.Probed> all = EndpointProbes.of(loaded.config());
    all.forEach(one -> out.println("    " + one.line()));
    Spending spent = CallCoordinator.shared().spent();
    out.printf(
        Locale.ROOT,
        "    requests %,d, tokens %,d, cost %.4f; no reply is kept%n",
        spent.calls(),
        spent.tokens(),
        spent.cost());
    return all.stream().filter(one -> !one.ok()).map(EndpointProbes.Probed::line).toList();
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
      text.append("    reads ").append(OneStage.names(stage.reads(loaded.config())));
      text.append("; writes ").append(OneStage.names(stage.writes())).append('\n');
      text.append("    ").append(plan).append('\n');
      TimePlan times = TimePlan.of(loaded.config(), stage);
      times.line(stage, plan).ifPresent(line -> text.append("    ").append(line).append('\n'));
      plan.notes().forEach(note -> text.append("    ").append(note).append('\n'));
    }
    text.append(total(stages)).append(MemoryPlan.of(loaded.config(), stages, owner, memory));
    return text.toString();
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
