/**
 * The evaluators, a package a family, and {@link dev.assay.evaluators.Evaluators}, which lists them
 * all. Nothing here knows Spark.
 */
package dev.assay.evaluators;
