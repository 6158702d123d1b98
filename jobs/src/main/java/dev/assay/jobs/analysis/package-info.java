/** Stage {@code analyze}: leaderboard, comparisons, weaknesses, problems, coverage. */
package dev.assay.jobs.analysis;
