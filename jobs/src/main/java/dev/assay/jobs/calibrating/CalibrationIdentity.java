package dev.assay.jobs.calibrating;

import dev.assay.base.Hashes;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.config.CalibrateConfig;
import dev.assay.conformal.Nonconformity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;

/**
 * What makes two calibrations the same: {@code calibration_id} is the SHA-256 ({@link
 * Hashes#sha256}) of these texts in this order.
 *
 * <ol>
 *   <li>metric, dimension, slice and method;
 *   <li>{@code name=value} for alpha, train_share, conformal_share, candidates, folds, min_groups,
 *       min_auroc, replicates, slice_min_groups, seed, nonconformity, inputs, levels and passing;
 *   <li>{@code night=} with {@code run.key}, where there is one: nights keep their own rows;
 *   <li>for each labelled row the SHA-256 of its group, level and scores, ascending.
 * </ol>
 *
 * <p>Numbers with a fraction are in the hexadecimal notation of {@link Double#toHexString}, which
 * loses no bit; lists are the SHA-256 of their elements, and what a calibration has not is empty.
 *
 * @param night {@code run.key}; empty without one
 * @param sets the nonconformity of its sets
 * @param inputs of a model of several metrics
 * @param levels of a dimension with more than yes and no
 */
record CalibrationIdentity(
    CalibrateConfig config,
    long seed,
    String night,
    Nonconformity sets,
    Optional<List<String>> inputs,
    Optional<LevelScale> levels) {

  /** The id of the calibration of a cell (metric, dimension, slice). */
  String of(Row cell, String method, List<LabelledResponse> labelled) {
    List<String> parts = new ArrayList<>();
    parts.add(cell.getAs("metric"));
    parts.add(cell.getAs("dimension"));
    parts.add(cell.getAs("slice"));
    parts.add(method);
    parts.addAll(parameters());
    if (!night.isEmpty()) {
      parts.add("night=" + night);
    }
    labelled.stream().map(CalibrationIdentity::row).sorted().forEach(parts::add);
    return Hashes.sha256(parts.toArray(String[]::new));
  }

  private List<String> parameters() {
    return List.of(
        "alpha=" + Double.toHexString(config.alpha()),
        "train_share=" + Double.toHexString(config.trainShare()),
        "conformal_share=" + Double.toHexString(config.conformalShare()),
        "candidates=" + list(config.candidates()),
        "folds=" + config.folds(),
        "min_groups=" + config.minGroups(),
        "min_auroc=" + Double.toHexString(config.minAuroc()),
        "replicates=" + config.replicates(),
        "slice_min_groups=" + config.sliceMinGroups(),
        "seed=" + seed,
        "nonconformity=" + sets.id(),
        "inputs=" + inputs.map(CalibrationIdentity::list).orElse(""),
        "levels=" + levels.map(scale -> list(scale.names())).orElse(""),
        "passing=" + levels.map(scale -> list(scale.passingNames())).orElse(""));
  }

  private static String row(LabelledResponse row) {
    List<String> parts = new ArrayList<>(List.of(row.groupId(), Integer.toString(row.level())));
    row.scores().forEach(score -> parts.add(Double.toHexString(score)));
    return list(parts);
  }

  private static String list(List<String> texts) {
    return Hashes.sha256(texts.toArray(String[]::new));
  }
}
