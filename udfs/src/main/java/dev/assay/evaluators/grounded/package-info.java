/** Evaluators that compare with what a database says. */
package dev.assay.evaluators.grounded;
