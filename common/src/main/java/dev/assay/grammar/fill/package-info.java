/** Values for the placeholders of templates, the answers to them, and what the corpus says of both. */
package dev.assay.grammar.fill;
