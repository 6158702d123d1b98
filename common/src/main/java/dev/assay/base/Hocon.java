package dev.assay.base;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.util.function.Supplier;

/** What people write in HOCON. Its library reads by recursion, as deep as the text is nested. */
public final class Hocon {
  private Hocon() {}

  /**
   * What {@code reading} reads.
   *
   * @throws ConfigException where it cannot be read, also where it is nested too deeply for that
   */
  public static Config read(Supplier<Config> reading) {
    try {
      return reading.get();
    } catch (StackOverflowError deep) {
      throw new ConfigException.Generic("it is nested too deeply");
    }
  }
}
