/** The page's section on questions that mean the same: gaps, robustness, and what fails. */
package dev.assay.report.grammar;
