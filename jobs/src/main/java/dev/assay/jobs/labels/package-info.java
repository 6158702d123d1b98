/**
 * Stage {@code label}: labels that come in, the review queue that goes out, and how far annotators
 * agree.
 */
package dev.assay.jobs.labels;
