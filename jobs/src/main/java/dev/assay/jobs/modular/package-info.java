/**
 * Groups of questions that mean the same: what failed in them, how the sides of a hypothesis
 * differ, and what metrics without truth are worth.
 */
package dev.assay.jobs.modular;
