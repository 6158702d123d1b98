package dev.assay.jobs.doctor;

import java.util.Map;

/**
 * A record as read.
 *
 * @param line where it begins
 * @param values text by column, without those that are blank
 */
record FileRecord(long line, Map<String, String> values) {}
