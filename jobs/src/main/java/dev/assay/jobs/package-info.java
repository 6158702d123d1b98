/**
 * The command: its words, its stages in order, sessions, exit codes, and what serves the tables.
 */
package dev.assay.jobs;
