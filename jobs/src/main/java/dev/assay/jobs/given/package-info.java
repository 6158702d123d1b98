/** Scores from elsewhere: what others computed of recorded answers, as metrics like ours. */
package dev.assay.jobs.given;
