/** The language identifier that the product carries. */
package dev.assay.language;
