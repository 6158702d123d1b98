/** Perturbations of words: other words, other order, other register. */
package dev.assay.perturb.words;
