/**
 * The contract between evaluators and what runs them: what an evaluator declares ({@link
 * dev.assay.core.Spec}), what it is given ({@link dev.assay.core.Example}) and what it answers
 * ({@link dev.assay.core.Outcome}). Nothing here knows Spark.
 */
package dev.assay.core;
