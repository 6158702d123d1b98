package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Row;

/**
 * Of which night runs are, which the rows say that they cover. Runs of stages that are the same for
 * all nights are of each.
 */
public final class RunNights {
  /** Stages whose runs cover answers of one night. */
  private static final Set<String> STAGES = Set.of("answer", "evaluate", "analyze");

  /** By table and run; a run's night never changes: it is part of what makes its id. */
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private final Store store;

  public RunNights(Store store) {
    this.store = store;
  }

  /**
   * Whether a run is of the store's night, or of all.
   *
   * @param run {@code stage, run_id, run_key} of table runs
   */
  public boolean isOwn(Row run) {
    String night = run.getAs(Table.NIGHT);
    return night == null
        ? covers(run.getAs("stage"), run.getAs("run_id"))
        : night.equals(store.night());
  }

  /** The same of a run that does not say it; one that covers nothing may be. */
  private boolean covers(String stage, String runId) {
    if (!STAGES.contains(stage)) {
      return true;
    }
    String place = store.sqlName(Tables.RUN_CASES) + " " + runId;
    String night = KNOWN.get(place);
    if (night == null) {
      Row[] rows =
          (Row[])
              store
                  .read(Tables.RUN_CASES.ofAllNights())
                  .where(col("run_id").equalTo(runId))
                  .select(Table.NIGHT)
                  .head(1);
      if (rows.length == 0) {
        return true;
      }
      night = rows[0].getAs(Table.NIGHT);
      KNOWN.put(place, night);
    }
    return night.equals(store.night());
  }
}
