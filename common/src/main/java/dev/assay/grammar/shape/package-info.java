/** What a query template asks, by its parts: what is projected, of what, under which conditions. */
package dev.assay.grammar.shape;
