/** The page's section on judges: how much more is decided with them. */
package dev.assay.report.judges;
