/**
 * SummaC-Conv: how probable it is that a document supports a text, from how the probabilities of
 * entailment of their pairs of sentences are distributed. {@link dev.assay.training.SummacTraining}
 * fits the {@link dev.assay.summac.SummacLayer} that says so to labelled texts.
 */
package dev.assay.summac;
