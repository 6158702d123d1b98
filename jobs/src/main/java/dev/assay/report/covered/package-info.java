/** Which answers a page is about, as a filter: {@link dev.assay.report.covered.CoveredAnswers}. */
package dev.assay.report.covered;
