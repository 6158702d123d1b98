/**
 * Text as metrics see it: sentences, tokens, n-gram overlap, repetition. Plain arithmetic over
 * strings; nothing here knows Spark or a model.
 */
package dev.assay.text;
