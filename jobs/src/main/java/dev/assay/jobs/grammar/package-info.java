/** Stage {@code grammar}: questions from a database as cases. */
package dev.assay.jobs.grammar;
