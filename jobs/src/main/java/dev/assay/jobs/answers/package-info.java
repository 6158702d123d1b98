/** Stage {@code answer}: the systems under test are asked, or their recorded answers read. */
package dev.assay.jobs.answers;
