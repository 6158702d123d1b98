package dev.assay.config;

import java.util.List;

/** What {@code run} runs, and how often long stages commit. See {@code conf/reference.conf}. */
public record PipelineConfig(List<String> stages, int commitSeconds, int commitRows) {}
