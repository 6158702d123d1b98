/** Stage {@code evaluate}: which evaluators run on which rows, and the cells of their scores. */
package dev.assay.jobs.scores;
