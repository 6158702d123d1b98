/** The list of all perturbators. */
package dev.assay.perturb.registry;
