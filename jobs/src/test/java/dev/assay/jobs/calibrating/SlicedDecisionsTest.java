package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Rounding;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.config.reading.ConfigException;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Responses are decided by the calibration of their own slice where it has one. */
class SlicedDecisionsTest {
  @TempDir static Path home;
  private static Store store;

  @BeforeAll
  static void calibrateAndApply() {
    LabelledStore labelled =
        new LabelledStore(
            home,
            700,
            500,
            5,
            "automate.by=system",
            "automate.alpha=0.2",
            "sets.by=query_type",
            "calibrate.slices=[system, query_type, stratum_id, language, \"product × channel\"]",
            "calibrate.replicates=100");
    store = labelled.runner.store();
    String number = "CAST(right(case_id, 5) AS INT)";
    store.merge(
        Tables.TEST_CASES,
        store
            .read(Tables.TEST_CASES)
            .withColumn(
                "attributes",
                functions.expr(
                    "map('product', if(%1$s %% 2 = 0, 'Cards', 'Loans'), 'channel', if(%1$s %% 4 < 2, 'app', 'web'))"
                        .formatted(number)))
            .localCheckpoint());
    // System b keeps 60 labelled questions of the 100 that a slice of its own needs.
    store.deleteWhere(Tables.LABELS, functions.expr("system = 'b' AND case_id >= 'case-00060'"));
    labelled.runner.run(new Calibrate());
    labelled.runner.run(new Apply());
  }

  @Test
  void aSliceWithLabelsOfItsOwnHasPromisesOfItsOwn() {
    List<Row> rows =
        store.read(Tables.GUARANTEES).orderBy("kind", "slice", "method").collectAsList();
    assertThat(rows)
        .extracting(row -> row.getAs("kind") + " " + row.getAs("slice"))
        .containsExactly(
            "coverage query_type=factual",
            "coverage query_type=factual & system=a",
            "coverage query_type=yes_no",
            "coverage query_type=yes_no & system=a",
            "decided_error all",
            "decided_error all",
            "decided_error system=a",
            "decided_error system=a",
            "risk all",
            "risk system=a");
    Row own = rows.get(6);
    assertThat(own.<String>getAs("promise")).startsWith("Of system=a: ");
    assertThat(own.<Long>getAs("n_groups"))
        .isLessThanOrEqualTo(rows.get(4).<Long>getAs("n_groups"));
    assertThat(own.<String>getAs("calibration_id"))
        .isNotEqualTo(rows.get(4).<String>getAs("calibration_id"));
  }

  @Test
  void decisionsSayWhoseTheyAre() {
    Map<String, ProbabilityMap> maps = new HashMap<>();
    for (Row row :
        store.read(Tables.CALIBRATIONS).where("slice IN ('all', 'system=a')").collectAsList()) {
      maps.put(
          row.getAs("slice"),
          ProbabilityMaps.of(
              row.getAs("method"), new HashMap<>(row.getJavaMap(row.fieldIndex("parameters")))));
    }
    Map<String, Double> cuts = new HashMap<>();
    store
        .read(Tables.GUARANTEES)
        .where("kind = 'decided_error'")
        .collectAsList()
        .forEach(
            row ->
                cuts.put(
                    row.<String>getAs("slice") + row.<String>getAs("decision"),
                    row.getAs("quantile")));
    List<Row> rows =
        store
            .read(Tables.DECISIONS)
            .join(
                store.read(Tables.SCORES).select("case_id", "system", "metric", "value"),
                RunCoverage.on(List.of("case_id", "system", "metric")))
            .collectAsList();
    assertThat(rows).hasSize(1400);
    for (Row row : rows) {
      String slice = row.<String>getAs("system").equals("a") ? "system=a" : "all";
      assertThat(row.<String>getAs("slice")).isEqualTo(slice);
      double p = maps.get(slice).probability(Rounding.toNano(row.<Double>getAs("value")));
      assertThat(row.<Double>getAs("probability")).isCloseTo(p, within(1e-12));
      String side = p > .5 ? "accept" : "reject";
      Double cut = cuts.get(slice + side);
      List<String> set = row.getList(row.fieldIndex("prediction_set"));
      boolean decided =
          cut != null
              && Math.max(p, 1 - p) >= cut - 1e-9
              && set.equals(List.of(p > .5 ? "1" : "0"));
      String expected = decided ? side : "refer";
      assertThat(row.<String>getAs("decision")).isEqualTo(expected);
    }
    assertThat(cuts.get("system=aaccept")).isNotNull();
  }

  @Test
  void setsFollowTheQuantileOfTheSliceAndItsCategory() {
    Map<String, Double> quantiles = new HashMap<>();
    store
        .read(Tables.GUARANTEES)
        .where("kind = 'coverage'")
        .collectAsList()
        .forEach(row -> quantiles.put(row.getAs("slice"), row.getAs("quantile")));
    for (Row row :
        store
            .read(Tables.DECISIONS)
            .join(store.read(Tables.TEST_CASES).select("case_id", "query_type"), "case_id")
            .collectAsList()) {
      String category = "query_type=" + row.getAs("query_type");
      Double quantile =
          quantiles.get(
              row.getAs("slice").equals("all") ? category : category + " & " + row.getAs("slice"));
      double p = row.<Double>getAs("probability");
      List<String> set = row.getList(row.fieldIndex("prediction_set"));
      assertThat(set.contains("1")).isEqualTo(quantile == null || 1 - p <= quantile + 1e-9);
      assertThat(set.contains("0")).isEqualTo(quantile == null || p <= quantile + 1e-9);
    }
  }

  /** 500 labelled questions, of which each of the four pairs has every fourth. */
  @Test
  void twoAttributesAtOnceHaveACalibrationOfTheirOwn() {
    List<Row> pairs =
        store
            .read(Tables.CALIBRATIONS)
            .where("slice LIKE '%product=%' AND size(metrics) = 1")
            .orderBy("slice")
            .collectAsList();
    assertThat(pairs)
        .extracting(row -> row.getAs("slice") + " " + row.getAs("status"))
        .containsExactly(
            "channel=app & product=Cards ok",
            "channel=app & product=Loans ok",
            "channel=web & product=Cards ok",
            "channel=web & product=Loans ok");
    assertThat(pairs).allMatch(row -> row.<Long>getAs("n_groups") == 125);
  }

  @Test
  void whatDecidesMustBeASliceThatIsCalibrated() {
    assertThatThrownBy(
            () ->
                ConfigLoader.defaults()
                    .set("calibrate.slices=[system]")
                    .set("automate.by=query_type")
                    .load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("automate.by");
  }

  @Test
  void categoriesWithinSlicesComeBack() {
    for (String slice : List.of("all", "system=a", "system=a & b")) {
      for (String category : List.of("all", "query_type=factual", "system=a", "z=1")) {
        String stored = Category.within(slice, category);
        assertThat(Category.without(slice, stored)).as(stored).isEqualTo(category);
      }
    }
  }
}
