package dev.assay.config;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** The two calibration stages. See {@code conf/reference.conf}. */
public record CalibrateConfig(
    List<String> metrics,
    List<String> dimensions,
    double alpha,
    double trainShare,
    double conformalShare,
    String method,
    List<String> candidates,
    int folds,
    List<String> slices,
    int sliceMinGroups,
    int minGroups,
    double minAuroc,
    int replicates,
    Map<String, JointModelConfig> models)
    implements Serializable {}
