/** What supports a sentence of a worst case, as the page draws it. */
package dev.assay.report.alignment;
