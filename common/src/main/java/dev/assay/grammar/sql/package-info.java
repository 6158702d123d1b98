/**
 * SQL templates: what may become of a written one (the check), those that a schema suggests (the
 * enumeration), those that a language model writes, and the file in which a person edits them.
 */
package dev.assay.grammar.sql;
