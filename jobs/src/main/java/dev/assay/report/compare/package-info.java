/** The page of what changed between two analyses. */
package dev.assay.report.compare;
