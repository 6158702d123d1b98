/**
 * Documents for a validation file whose every figure is the result of a query that is kept beside
 * it, and the command that computes them again.
 */
package dev.assay.report.evidence;
