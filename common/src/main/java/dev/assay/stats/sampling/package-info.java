/**
 * Designs of samples: how many from each stratum, with which inclusion probabilities, and where
 * further labels tell most.
 */
package dev.assay.stats.sampling;
