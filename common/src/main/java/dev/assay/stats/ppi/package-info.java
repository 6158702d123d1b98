/**
 * What humans would have said of all responses: prediction-powered estimates that few labels
 * correct (PPI++), by stratum and group.
 */
package dev.assay.stats.ppi;
