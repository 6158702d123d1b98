/** Which slices responses are in, by their attributes and those of their cases. */
package dev.assay.jobs.slices;
