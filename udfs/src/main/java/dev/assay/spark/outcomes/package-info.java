/** Outcomes of evaluators as rows: whole, or short until rows of tables are made of them. */
package dev.assay.spark.outcomes;
