package dev.assay.calibration.thresholds;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The threshold of one method.
 *
 * @param method its name, as stored
 * @param threshold in the metric's own scale: accepted at or beyond it, in the metric's good
 *     direction; empty with a reason
 * @param foldThresholds the values of the folds that have one
 * @param typeI share of the responses that humans failed which the thresholds of the other folds
 *     accept
 * @param typeII share of the responses that humans passed which they reject
 * @param reason why there is none; empty when there is one
 */
public record Threshold(
    String method,
    OptionalDouble threshold,
    List<Double> foldThresholds,
    OptionalDouble typeI,
    OptionalDouble typeII,
    String reason) {}
