package dev.assay.udfs;

import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.Store;
import java.util.Map;

/**
 * What SQL functions follow where a configuration was read, as {@code assay sql} does.
 *
 * @param models the configured models
 * @param parameters of evaluators, by id, as {@code evaluate.parameters}
 * @param store whose calibrations are used
 * @param run {@code run.name}: its calibrations, and no other's
 */
public record SqlSettings(
    ModelsSource models, Map<String, Map<String, String>> parameters, Store store, String run) {}
