/** The page's section on twins: what perturbations change. */
package dev.assay.report.robustness;
