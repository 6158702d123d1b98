/**
 * Questions grounded in a database: templates of queries and of their wordings, what fills them,
 * and what the answers are. Source: GRAMMAR, section 3.
 */
package dev.assay.grammar;
