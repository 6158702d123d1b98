package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.io.Serializable;
import java.util.List;

/**
 * A probability from several metrics. See {@code conf/reference.conf}.
 *
 * @param dimension the human judgment that it is fitted to, binary
 * @param metrics qualified, two or more
 * @param method {@code boosted} or {@code logistic}
 */
public record JointModelConfig(
    String dimension, List<String> metrics, @Default("boosted") String method)
    implements Serializable {}
