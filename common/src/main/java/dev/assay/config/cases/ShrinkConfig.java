package dev.assay.config.cases;

import java.util.List;

/**
 * The search for the smallest edits that still fail. See {@code conf/reference.conf}.
 *
 * @param maxCases twins of a system that are looked at, at most; 0: the stage is left out
 * @param callsPerCase questions asked for one twin, system and metric, at most
 * @param maxCalls questions asked in all, at most
 * @param metrics qualified; empty: the primary metrics, and whether attacks met their goal
 */
public record ShrinkConfig(int maxCases, int callsPerCase, int maxCalls, List<String> metrics) {}
