/** Calls of endpoints as stages see them: the ledger, turns, budgets. */
package dev.assay.jobs.calls;
