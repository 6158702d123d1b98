/** Perturbations of what is asked: attacks, premises, distractions, questions from elsewhere. */
package dev.assay.perturb.asking;
