/**
 * Changed questions: what a perturbation is, what it has to keep, and what it cost in characters.
 */
package dev.assay.perturb;
