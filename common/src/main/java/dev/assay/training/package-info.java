/**
 * How the bundled models were trained and how good they are: support, toxicity, SummaC. Nothing
 * here runs in an evaluation.
 */
package dev.assay.training;
