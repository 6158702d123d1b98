/**
 * The score from which on a metric accepts, by eleven methods, each checked on groups that it was
 * not chosen on.
 */
package dev.assay.calibration.thresholds;
