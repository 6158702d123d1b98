/**
 * SQL templates: what may become of a written one (the check), and those that a schema suggests
 * (the enumeration).
 */
package dev.assay.grammar.sql;
