/** Counterfactual twins: the same question about, or from, another kind of person. */
package dev.assay.perturb.people;
