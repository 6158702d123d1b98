/** Evaluators that ask whether one text supports another: the {@code entailment} slot. */
package dev.assay.evaluators.entailment;
