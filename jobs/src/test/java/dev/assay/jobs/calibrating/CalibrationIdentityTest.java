package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Hashes;
import dev.assay.calibration.LabelledResponse;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.conformal.Nonconformity;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.junit.jupiter.api.Test;

/** Ids of calibrations, by the recipe of {@link CalibrationIdentity}; without a session. */
class CalibrationIdentityTest {
  private static final CalibrateConfig CONFIG =
      ConfigLoader.defaults()
          .set("calibrate.alpha=0.25")
          .set("calibrate.train-share=0.5")
          .set("calibrate.conformal-share=0.25")
          .set("calibrate.min-auroc=0.5")
          .load()
          .config()
          .calibrate();

  /** The same labels and scores in two nights; without a night the recipe of before. */
  @Test
  void nightsHaveIdsOfTheirOwnAndNoNightThatOfBefore() {
    String before = Hashes.sha256(parts(""));
    assertThat(id("")).isEqualTo(before);
    assertThat(id("a")).isEqualTo(Hashes.sha256(parts("night=a"))).isNotEqualTo(before);
    assertThat(id("b")).isEqualTo(Hashes.sha256(parts("night=b"))).isNotEqualTo(id("a"));
  }

  private static String id(String night) {
    Row cell =
        new GenericRowWithSchema(
            new Object[] {"m", "correct", "all"},
            Tables.GUARANTEES.select("metric", "dimension", "slice"));
    return new CalibrationIdentity(
            CONFIG, 7, night, Nonconformity.of("lac"), Optional.empty(), Optional.empty())
        .of(cell, "isotonic", List.of(LabelledResponse.of("g", .5, 1)));
  }

  private static String[] parts(String night) {
    List<String> parts =
        new java.util.ArrayList<>(
            List.of(
                "m",
                "correct",
                "all",
                "isotonic",
                "alpha=0x1.0p-2",
                "train_share=0x1.0p-1",
                "conformal_share=0x1.0p-2",
                "candidates=" + Hashes.sha256(CONFIG.candidates().toArray(String[]::new)),
                "folds=" + CONFIG.folds(),
                "min_groups=" + CONFIG.minGroups(),
                "min_auroc=0x1.0p-1",
                "replicates=" + CONFIG.replicates(),
                "slice_min_groups=" + CONFIG.sliceMinGroups(),
                "seed=7",
                "nonconformity=" + Nonconformity.of("lac").id(),
                "inputs=",
                "levels=",
                "passing="));
    if (!night.isEmpty()) {
      parts.add(night);
    }
    parts.add(Hashes.sha256("g", "1", "0x1.0p-1"));
    return parts.toArray(String[]::new);
  }
}
