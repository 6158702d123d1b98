/** The page: what was read from the tables, what follows from it, and how it is shown. */
package dev.assay.report;
