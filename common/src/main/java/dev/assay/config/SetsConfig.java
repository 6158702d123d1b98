package dev.assay.config;

import java.io.Serializable;

/** Prediction sets. See {@code conf/reference.conf}. */
public record SetsConfig(
    String method, String by, String nominal, double rapsPenalty, int rapsFreeRanks)
    implements Serializable {}
