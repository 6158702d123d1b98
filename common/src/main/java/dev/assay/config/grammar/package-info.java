/** The records of block {@code grammar}. */
package dev.assay.config.grammar;
