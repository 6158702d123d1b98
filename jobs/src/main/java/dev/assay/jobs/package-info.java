/** The command and one file a stage. */
package dev.assay.jobs;
