/**
 * Which answers a page is about, as a filter: {@link dev.assay.report.covered.CoveredAnswers};
 * which of them are about twins: {@link dev.assay.report.covered.CoveredCases}.
 */
package dev.assay.report.covered;
