/** Slices, parts of the domain by attributes: what they are cut by, and how they are written. */
package dev.assay.slices;
