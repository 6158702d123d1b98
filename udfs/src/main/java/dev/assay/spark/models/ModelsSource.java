package dev.assay.spark.models;

import dev.assay.core.Models;
import java.io.Serializable;

/**
 * Gives an executor its models; called in tasks, and ahead of them where they run in the driver.
 */
@FunctionalInterface
public interface ModelsSource extends Serializable {
  Models models();
}
