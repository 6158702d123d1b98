/** Scores that others computed, as the configuration declares them. */
package dev.assay.config.scores;
