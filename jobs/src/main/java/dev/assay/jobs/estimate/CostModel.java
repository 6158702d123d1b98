package dev.assay.jobs.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Time, money and bytes of a stage: its fixed seconds, which more cores do not shorten, and the
 * longest of what runs side by side: the processors' work, the endpoint's calls, the driver's
 * commits but for the first, which the fixed seconds have. Cores share the work as if nothing were
 * lost, which was measured on as many cores only as the unit costs.
 */
public record CostModel(UnitCosts costs) {
  /** What bounds a stage that takes less for its rows than for everything else. */
  public static final String FIXED = "fixed";

  /** What {@code work} takes on {@code cluster}. */
  public StageEstimate of(StageWork work, Cluster cluster, EndpointTerms endpoint) {
    List<String> missing = new ArrayList<>();
    double core = 0;
    for (Map.Entry<String, Double> amount : new TreeMap<>(work.amounts()).entrySet()) {
      Optional<UnitCosts.Unit> unit = costs.unit(amount.getKey());
      if (unit.isPresent()) {
        core += unit.get().of(amount.getValue());
      } else {
        missing.add("no unit cost is measured for " + amount.getKey());
      }
    }
    double calls = 0;
    if (work.calls() > 0) {
      OptionalDouble rate = endpoint.rate();
      if (rate.isPresent()) {
        calls = work.calls() / rate.getAsDouble();
      } else {
        missing.add("neither the endpoint's calls per second nor its latency are given");
      }
    }
    double fixed = costs.fixed().getOrDefault(work.stage(), 0.0);
    if (!costs.fixed().containsKey(work.stage())) {
      missing.add("no fixed seconds are measured for " + work.stage());
    }
    Map<String, Double> side = new TreeMap<>();
    side.put("processors", core / cluster.all());
    side.put(endpoint.bound(), calls);
    side.put("the driver's commits", Math.max(0, work.batches() - 1) * costs.commitSeconds());
    Map.Entry<String, Double> longest =
        side.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    double seconds = fixed + longest.getValue();
    return new StageEstimate(
        work,
        missing.isEmpty()
            ? Estimate.between(seconds / costs.spread(), seconds * costs.spread())
            : Estimate.above(seconds / costs.spread(), missing),
        missing.isEmpty() ? OptionalDouble.of(seconds) : OptionalDouble.empty(),
        fixed > longest.getValue() ? FIXED : longest.getKey(),
        money(work, endpoint),
        bytes(work));
  }

  private static Optional<Estimate> money(StageWork work, EndpointTerms endpoint) {
    if (work.calls() == 0) {
      return Optional.empty();
    }
    OptionalDouble price = endpoint.price();
    if (price.isEmpty()) {
      return Optional.of(
          Estimate.above(0, List.of("tokens or prices of the endpoint are not given")));
    }
    double cost = work.calls() * price.getAsDouble();
    return Optional.of(Estimate.between(cost, cost));
  }

  /**
   * Files are compressed, texts by how often their words come again: at least as made texts are,
   * which say the same again and again, at most not at all.
   */
  private Estimate bytes(StageWork work) {
    List<String> missing = new ArrayList<>();
    double bytes = 0;
    for (Map.Entry<String, Double> table : new TreeMap<>(work.rows()).entrySet()) {
      Double row = costs.bytes().get(table.getKey());
      if (row == null) {
        missing.add("no bytes of a row are measured for " + table.getKey());
      } else {
        bytes += table.getValue() * row;
      }
    }
    return missing.isEmpty()
        ? Estimate.between(bytes, bytes + work.textBytes())
        : Estimate.above(bytes, missing);
  }
}
