/** Finding the passages for a question: BM25 and dense retrieval. */
package dev.assay.retrieval;
