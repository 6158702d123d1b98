package dev.assay.config;

import java.io.Serializable;

/** What people should look at. See {@code conf/reference.conf}. */
public record ReviewConfig(int size, double floor, double coverage) implements Serializable {}
