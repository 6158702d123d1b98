/** What perturbations did to the scores: drops and flips of twins, with intervals by origin. */
package dev.assay.perturb.effect;
