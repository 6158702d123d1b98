package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Tables;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * A sampled chunk.
 *
 * @param stratum its stratum
 * @param probability its inclusion probability
 */
record Sampled(int stratum, double probability) {

  /** The sample of the configured design, by chunk. */
  static Map<String, Sampled> of(Run run) {
    Map<String, Sampled> sample = new TreeMap<>();
    for (Row row :
        run.store()
            .read(Tables.SAMPLES)
            .where(col("design").equalTo(Sample.design(run)))
            .select("chunk_id", "stratum_id", "inclusion_probability")
            .collectAsList()) {
      sample.put(row.getString(0), new Sampled(row.getInt(1), row.getDouble(2)));
    }
    if (sample.isEmpty()) {
      throw new StageException(
          "There is no sample of this design in the store. Run 'assay sample' first.");
    }
    return sample;
  }
}
