/**
 * Guarantees that hold for finite samples: prediction sets (split, by category, weighted,
 * cross-conformal, full), and which cases may be decided by machine (Learn-then-Test, conformal
 * risk control). Groups are the unit throughout; nothing here knows Spark.
 */
package dev.assay.conformal;
