/** The report's tables as CSV and Markdown. */
package dev.assay.report.export;
