/** Noise in retrieval: what a generator is handed, changed between retrieval and answer. */
package dev.assay.perturb.passages;
