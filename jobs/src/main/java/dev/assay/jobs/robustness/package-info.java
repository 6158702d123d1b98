/** analyze: what perturbations did to scores and decisions. */
package dev.assay.jobs.robustness;
