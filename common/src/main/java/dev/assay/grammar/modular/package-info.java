/**
 * Groups of questions that mean the same: which a system cannot answer, which it answers however
 * they are worded, and what fails in the others; accuracy and robustness by side of a hypothesis.
 * Source: GRAMMAR, section 3.3.
 */
package dev.assay.grammar.modular;
