package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.get_json_object;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Usage;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What calls are expected to take, by the method of {@link EndpointSpec#estimate}. */
record CallEstimate(long calls, long tokens, double cost) {

  /** Of {@code missing} calls (endpoint, prompt). */
  public static CallEstimate of(Dataset<Row> missing, Map<String, EndpointSpec> endpoints) {
    CallEstimate all = new CallEstimate(0, 0, 0);
    for (Row row :
        missing
            .groupBy("endpoint")
            .agg(
                count(lit(1)).as("calls"),
                sum(floor(length(col("prompt")).divide(4)).plus(1)).cast("long").as("input"),
                sum(coalesce(
                        get_json_object(col("prompt"), "$.parameters.max_tokens").cast("long"),
                        lit((long) EndpointSpec.ASSUMED_OUTPUT)))
                    .as("output"))
            .collectAsList()) {
      EndpointSpec spec = endpoints.get(row.<String>getAs("endpoint"));
      Usage usage =
          spec.kind().equals("http-json")
              ? Usage.UNKNOWN
              : new Usage(
                  OptionalLong.of(row.<Long>getAs("input")),
                  OptionalLong.of(row.<Long>getAs("output")));
      all =
          new CallEstimate(
              all.calls() + row.<Long>getAs("calls"),
              all.tokens() + usage.total(),
              all.cost() + spec.cost(usage));
    }
    return all;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%,d calls to make, about %,d tokens, cost %.4f", calls, tokens, cost);
  }
}
