/**
 * What a model is to those who use it: embedder, entailment model, classifier, language model; and
 * those that need no network of their own.
 */
package dev.assay.model;
