/**
 * Databases as questions need them: sessions that can only read, what the schema holds, and what of
 * it means something to people. SQLite, DuckDB, H2 and PostgreSQL are known; others need a user who
 * may only read.
 */
package dev.assay.grammar.database;
