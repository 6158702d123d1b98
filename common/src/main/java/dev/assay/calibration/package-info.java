/**
 * Double calibration of machine scores against human labels: a probability map fitted on some
 * groups, a conformal quantile from other groups, coverage and fitness checked on groups that
 * neither has seen (HCAT paper, section 5). Groups are the unit throughout; nothing here knows
 * Spark.
 */
package dev.assay.calibration;
