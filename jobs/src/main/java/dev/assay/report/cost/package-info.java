/** The page's table of quality beside cost and time. */
package dev.assay.report.cost;
