/** The command that says what the scores in a file are worth, without configuration and Spark. */
package dev.assay.jobs.doctor;
