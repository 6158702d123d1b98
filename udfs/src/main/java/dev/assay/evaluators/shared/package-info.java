/**
 * What families of evaluators share: {@link dev.assay.evaluators.shared.Comparison} embeds a batch
 * in one call, {@link dev.assay.evaluators.shared.Matches} holds every sentence's best match.
 */
package dev.assay.evaluators.shared;
