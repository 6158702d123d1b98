/**
 * A fictional bank to try grounded questions on: its database, and documents written from the rows,
 * with some facts left out on purpose. Source of the idea: GRAMMAR, appendix E.
 */
package dev.assay.grammar.world;
