package dev.assay.jobs.shrink;

/**
 * A question that a search asks a system. Searches by several metrics share it.
 *
 * @param twin the case_id of the twin whose edits it has a part of
 */
record Probe(String system, String question, String twin) {}
