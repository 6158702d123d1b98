/** Stages {@code ingest} and {@code embed}: documents, chunks, vectors. */
package dev.assay.jobs.corpus;
