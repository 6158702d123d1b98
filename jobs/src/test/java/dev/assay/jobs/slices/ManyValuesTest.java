package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Attributes of a thousand values. */
class ManyValuesTest {

  /**
   * 6,000 questions: client has 1,000 values of 6 questions each, order a value of its own each.
   */
  private static Dataset<Row> covered() {
    return SharedSpark.session()
        .range(6000)
        .selectExpr(
            "'g' || id AS group_id",
            "'a' AS system",
            "'what' AS query_type",
            "CAST(NULL AS INT) AS stratum_id",
            "map('client', 'client ' || (id % 1000), 'order', 'o' || id) AS attributes");
  }

  private static Slices slices(String entries) {
    return Slices.of(
        ConfigLoader.defaults()
            .set("analyze.slices=" + entries)
            .set("analyze.slice-max-values=50")
            .load()
            .config()
            .analyze(),
        covered());
  }

  @Test
  void haveAsManySlicesAsTheSettingAllowsAndTheRestIsSaid() {
    Slices slices = slices("[client, order, \"client × order\"]");
    List<String> names =
        covered()
            .select(explode(slices.column()).as("slice"))
            .distinct()
            .orderBy(col("slice"))
            .as(Encoders.STRING())
            .collectAsList();
    assertThat(names).filteredOn(name -> name.startsWith("client=")).hasSize(50);
    assertThat(names).hasSize(52).contains("all", "query_type=what");
    assertThat(slices.left())
        .containsExactly(
            "Of 1000 slices by client with questions enough, the analysis has the 50 with most"
                + " (analyze.slice-max-values).",
            "6000 of 6000 slices by order have fewer than analyze.slice-min-groups = 5 questions"
                + " and are left out.",
            "6000 of 6000 slices by client × order have fewer than analyze.slice-min-groups = 5"
                + " questions and are left out.");
  }
}
