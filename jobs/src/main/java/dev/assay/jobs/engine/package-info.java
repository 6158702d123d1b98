/**
 * What every stage stands on: {@link dev.assay.jobs.engine.Stage}, {@link
 * dev.assay.jobs.engine.Run}, {@link dev.assay.jobs.engine.Runner}, plans and counts.
 */
package dev.assay.jobs.engine;
