/**
 * Procedures in texts: the steps that a text enumerates ({@link dev.assay.steps.Steps}) and how two
 * sequences of steps align ({@link dev.assay.steps.Alignment}).
 */
package dev.assay.steps;
