/**
 * Stages {@code calibrate} and {@code apply}: maps, conformal sets, thresholds, promises,
 * decisions, the review queue.
 */
package dev.assay.jobs.calibrating;
