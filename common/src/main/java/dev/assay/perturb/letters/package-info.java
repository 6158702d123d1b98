/** Perturbations of characters: typing, reading, encoding, spacing. */
package dev.assay.perturb.letters;
