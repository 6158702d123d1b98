package dev.assay.jobs;

import dev.assay.spark.SharedSpark;
import org.apache.commons.lang3.reflect.FieldUtils;
import scala.collection.Seq;

/** The queries whose rows the session keeps until somebody lets go of them. */
public final class KeptQueries {
  private KeptQueries() {}

  /** How many they are. */
  public static int count() throws ReflectiveOperationException {
    Object manager = SharedSpark.session().sharedState().cacheManager();
    return ((Seq<?>) FieldUtils.readField(manager, "cachedData", true)).size();
  }
}
