/**
 * Statistics without Spark: seeds, intervals and tests that respect groups and strata, AUROC,
 * optimal transport, silhouettes. Every result depends on the values alone, not on their order.
 */
package dev.assay.stats;
