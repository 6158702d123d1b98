/** The evaluator of procedures. */
package dev.assay.evaluators.steps;
