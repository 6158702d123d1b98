/**
 * One writer at a time for a store: who has it, since when, and what becomes of it when he dies.
 */
package dev.assay.tables.lease;
