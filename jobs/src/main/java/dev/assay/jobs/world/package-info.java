/** The command that writes a fictional bank to try grounded questions on. */
package dev.assay.jobs.world;
