package dev.assay.config.reading;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigParseable;
import java.io.File;
import java.util.List;

/**
 * {@code include "…"} of a configuration: relative to the file that it stands in, with or without
 * an ending. HOCON passes over what is missing; here that is an error, since settings that nobody
 * reads are none that anybody means.
 */
final class Includes implements ConfigIncluder, ConfigIncluderFile {
  private static final List<String> ENDINGS = List.of("", ".conf", ".json", ".properties");

  @Override
  public ConfigIncluder withFallback(ConfigIncluder other) {
    return this;
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    for (String ending : ENDINGS) {
      ConfigParseable found = context.relativeTo(what + ending);
      if (found != null) {
        try {
          return found.parse(options(context));
        } catch (ConfigException.IO missing) {
          if (new File(what + ending).isAbsolute() && new File(what + ending).exists()) {
            throw missing; // it is there and cannot be read
          }
        }
      }
    }
    throw missing(what);
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    if (!what.exists()) {
      throw missing(what.toString());
    }
    return ConfigFactory.parseFile(what.getAbsoluteFile(), options(context)).root();
  }

  /** What was said of the including file is not said of the included one. */
  private static ConfigParseOptions options(ConfigIncludeContext context) {
    return context.parseOptions().setAllowMissing(false).setOriginDescription(null);
  }

  private static ConfigException missing(String what) {
    return new ConfigException.Generic(
        "include \"%s\": there is no such file. Paths are relative to the file that includes."
            .formatted(what));
  }
}
