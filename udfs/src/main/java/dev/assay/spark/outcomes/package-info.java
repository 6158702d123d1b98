/** Outcomes of evaluators as rows, short until rows of tables are made of them. */
package dev.assay.spark.outcomes;
