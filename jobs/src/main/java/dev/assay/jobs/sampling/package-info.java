/** Stage {@code sample}: which chunks are drawn, with which chances. */
package dev.assay.jobs.sampling;
