package dev.assay.questions.asked;

import java.io.Serializable;

/**
 * What a question must keep to.
 *
 * @param minRelevancy least cosine of the question and the most similar sentence of its chunks
 * @param maxRank rank within which retrieval must find its chunk
 * @param maxCopied largest share of its runs of five words that its chunks have
 * @param minSupport least probability that its answer is supported, where the answer's words are
 *     not all in the supporting sentences
 * @param checkPassages retrieved passages that are shown to the model that says whether a question
 *     is answerable
 */
public record Limits(
    double minRelevancy, int maxRank, double maxCopied, double minSupport, int checkPassages)
    implements Serializable {}
