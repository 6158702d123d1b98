/**
 * What every stage stands on: {@link dev.assay.jobs.engine.Stage}, {@link
 * dev.assay.jobs.engine.Run}, {@link dev.assay.jobs.engine.Runner}, plans, counts, progress, and
 * batches that commit.
 */
package dev.assay.jobs.engine;
