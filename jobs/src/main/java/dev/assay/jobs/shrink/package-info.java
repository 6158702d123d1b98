/** shrink: the smallest edits that still fail, by asking systems again. */
package dev.assay.jobs.shrink;
