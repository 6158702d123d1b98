/** The page's section on what moved. */
package dev.assay.report.drift;
