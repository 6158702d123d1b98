/**
 * Evaluators of what a system returns besides prose: JSON answers, files, the answer's language.
 */
package dev.assay.evaluators.structure;
