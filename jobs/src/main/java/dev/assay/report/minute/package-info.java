/** What a reader with one minute should know of each system beside its verdict. */
package dev.assay.report.minute;
