/** How sections of the page write numbers. */
package dev.assay.report.figures;
