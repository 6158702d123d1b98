/** Evaluators of the retrieved list: what is in it and how early. */
package dev.assay.evaluators.retrieval;
