package dev.assay.conformal;

/**
 * What a calibration says of one response.
 *
 * @param probability the calibrated probability that a human would pass it
 * @param set the labels that a human may plausibly give
 * @param decision accept for {1}, reject for {0}, else refer; always refer unless the calibration
 *     is ok
 * @param reason one sentence
 */
public record Ruling(double probability, PredictionSet set, Decision decision, String reason) {}
