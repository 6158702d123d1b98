/**
 * Evaluators that compare texts by the cosines of their sentences, and what they share: {@link
 * dev.assay.evaluators.shared.Comparison} embeds a batch in one call, {@link
 * dev.assay.evaluators.shared.Matches} holds every sentence's best match.
 */
package dev.assay.evaluators.similarity;
