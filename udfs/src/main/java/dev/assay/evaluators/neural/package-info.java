/** Evaluators that ask a text classifier or a language model of the user's. */
package dev.assay.evaluators.neural;
