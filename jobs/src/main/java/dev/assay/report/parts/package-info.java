/** The page's tables on parts of the domain: what people would say there, and what twins do. */
package dev.assay.report.parts;
