/**
 * Calls of language models and services: what is asked, what came back, what it costs, and the
 * record of both in the ledger. No Spark.
 */
package dev.assay.llm;
