/**
 * Work in batches that commit, so that a killed run loses those in flight alone: {@link
 * dev.assay.jobs.batches.CommitBatches}.
 */
package dev.assay.jobs.batches;
