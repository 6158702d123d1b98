package dev.assay.jobs.estimate;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a stage has to do.
 *
 * @param amounts how many of each unit cost
 * @param batches how many times it commits amid its work; 0 where it commits at its end alone
 * @param calls of endpoints
 * @param rows that it writes, by table
 * @param textBytes what the texts among them take at most, as they are
 */
public record StageWork(
    String stage,
    Map<String, Double> amounts,
    double batches,
    double calls,
    Map<String, Double> rows,
    double textBytes) {
  public StageWork {
    amounts = Map.copyOf(amounts);
    rows = Map.copyOf(rows);
  }

  /** Without what models read, calls, and texts: where nobody knows how long texts are. */
  public StageWork withoutModels() {
    Map<String, Double> others = new TreeMap<>(amounts);
    others.keySet().removeIf(name -> name.contains(Workload.TOKEN) || name.equals(Workload.CALL));
    Map<String, Double> stored = new TreeMap<>(rows);
    stored.remove("llm_calls");
    return new StageWork(stage, others, batches, 0, stored, 0);
  }
}
