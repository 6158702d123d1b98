/** The page's tables of two attributes at once. */
package dev.assay.report.pairs;
