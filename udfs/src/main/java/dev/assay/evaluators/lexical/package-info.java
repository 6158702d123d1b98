/** Evaluators that count words: no model, the same numbers everywhere. */
package dev.assay.evaluators.lexical;
