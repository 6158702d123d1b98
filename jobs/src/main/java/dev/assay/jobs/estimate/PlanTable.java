package dev.assay.jobs.estimate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What {@code scripts/bench plan} prints: a line a stage, what is not known, and the limits. */
public record PlanTable(CostModel model, PlanOptions options) {
  private static final String LINE = "%-10s %-26s %-24s %-22s %s";

  @Override
  public String toString() {
    UnitCosts costs = model.costs();
    Workload workload = options.workload();
    List<StageEstimate> stages =
        workload.stages().stream()
            .map(work -> model.of(work, options.cluster(), options.endpoint()))
            .toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s answers of %d systems, %d evaluators, %s scores, on %d x %d cores"
            .formatted(
                Told.number(workload.answers()),
                workload.systems(),
                workload.evaluators().size(),
                Told.number(workload.scores()),
                options.cluster().executors(),
                options.cluster().cores()));
    lines.add(line("stage", "time", "bound by", "bytes", "money"));
    Set<String> missing = new LinkedHashSet<>();
    for (StageEstimate stage : stages) {
      lines.add(
          line(
              stage.work().stage(),
              Told.estimate(stage.seconds(), Told::seconds),
              stage.seconds().isWhole() ? stage.bound() : "?",
              stage.work().rows().isEmpty() ? "-" : Told.estimate(stage.bytes(), Told::bytes),
              money(stage.money().stream().toList())));
      tell(missing, stage, stage.seconds());
      stage.money().ifPresent(money -> tell(missing, stage, money));
      tell(missing, stage, stage.bytes());
    }
    lines.add(
        line(
            "all",
            Told.estimate(sum(stages.stream().map(StageEstimate::seconds).toList()), Told::seconds),
            "",
            Told.estimate(sum(stages.stream().map(StageEstimate::bytes).toList()), Told::bytes),
            money(stages.stream().flatMap(stage -> stage.money().stream()).toList())));
    lines.add("");
    missing.forEach(one -> lines.add("Not in it: " + one + "."));
    lines.add(
        "Times are from 1/%s to %s times what was measured on %s: %s."
            .formatted(costs.spread(), costs.spread(), costs.machine(), costs.why()));
    lines.add(
        "Not in it: what each command takes to start Spark and to load classes and models"
            + " (5 to 20 s here).");
    if (options.cluster().all() > costs.cores()) {
      lines.add(
          "Cores share the work as if nothing were lost; that was not measured beyond %d cores."
              .formatted(costs.cores()));
    }
    lines.addAll(beyond(stages));
    lines.addAll(limits());
    return String.join("\n", lines) + "\n";
  }

  private static void tell(Set<String> missing, StageEstimate stage, Estimate of) {
    of.missing().forEach(one -> missing.add(stage.work().stage() + ": " + one));
  }

  private static String line(String... cells) {
    return String.format(Locale.ROOT, LINE, (Object[]) cells).stripTrailing();
  }

  private static String money(List<Estimate> parts) {
    return parts.isEmpty() ? "-" : Told.estimate(sum(parts), Told::money);
  }

  /** Of parts that are not known at all the sum is larger by something that is not known. */
  private static Estimate sum(List<Estimate> parts) {
    double low = parts.stream().mapToDouble(one -> one.low().orElse(0)).sum();
    return parts.stream().allMatch(Estimate::isWhole)
        ? Estimate.between(low, parts.stream().mapToDouble(one -> one.high().orElseThrow()).sum())
        : Estimate.above(low, List.of("some of its stages"));
  }

  private List<String> beyond(List<StageEstimate> stages) {
    Map<String, String> told = new TreeMap<>();
    for (StageEstimate stage : stages) {
      stage
          .work()
          .amounts()
          .forEach(
              (name, amount) ->
                  model
                      .costs()
                      .unit(name)
                      .filter(unit -> amount > 10 * unit.to())
                      .ifPresent(
                          unit ->
                              told.put(
                                  name,
                                  "%s (%s, measured up to %s)"
                                      .formatted(
                                          name, Told.number(amount), Told.number(unit.to())))));
    }
    return told.isEmpty()
        ? List.of()
        : List.of(
            "More than ten times what was measured, taken to grow in proportion: "
                + String.join("; ", told.values())
                + ".");
  }

  private List<String> limits() {
    Workload workload = options.workload();
    Map<String, Double> there =
        Map.of(
            "answers", workload.answers(),
            "chunks", workload.chunks(),
            "calls", workload.calls(),
            "batches", workload.batches(),
            "files", workload.files());
    List<String> met =
        model.costs().limits().stream()
            .filter(limit -> there.getOrDefault(limit.of(), 0.0) > limit.at())
            .map(
                limit ->
                    "  %s %s, more than %s: %s. %s."
                        .formatted(
                            Told.number(there.get(limit.of())),
                            limit.of(),
                            Told.number(limit.at()),
                            limit.what(),
                            limit.advice()))
            .collect(Collectors.toList());
    if (met.isEmpty()) {
      return List.of("No limit of docs/scale.md is met.");
    }
    met.add(0, "Limits that are met (docs/scale.md):");
    return met;
  }
}
