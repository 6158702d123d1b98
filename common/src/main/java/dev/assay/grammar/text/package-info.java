/** Wordings of query templates: by rules for English, and what of a model's wordings is kept. */
package dev.assay.grammar.text;
