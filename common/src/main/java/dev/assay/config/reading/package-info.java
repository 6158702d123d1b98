/**
 * How HOCON becomes the records of {@code dev.assay.config}: known keys, types, defaults, the rules
 * that hold between keys, and errors that name file, line and what is allowed.
 */
package dev.assay.config.reading;
