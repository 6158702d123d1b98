/**
 * Evaluators of whole sets of cases, as mergeable states: classification, self-consistency, drift.
 * Their values are rows of {@code set_scores}, by system and slice.
 */
package dev.assay.evaluators.sets;
