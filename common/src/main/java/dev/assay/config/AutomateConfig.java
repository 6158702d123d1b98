package dev.assay.config;

import java.io.Serializable;

/** Which cases the machine decides. See {@code conf/reference.conf}. */
public record AutomateConfig(
    String method, double alpha, double delta, boolean familyWise, String by)
    implements Serializable {}
