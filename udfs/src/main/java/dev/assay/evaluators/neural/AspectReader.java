package dev.assay.evaluators.neural;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import dev.assay.base.Nearest;
import dev.assay.base.Resources;
import dev.assay.evaluators.neural.Aspects.Aspect;
import dev.assay.evaluators.neural.Aspects.Direction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads aspect files, whose form {@code conf/aspects/gptscore_summary_ref.conf} describes. */
record AspectReader(String name) {
  private static final String BUNDLED = "bundled:";
  private static final Set<String> KEYS =
      Set.of("id", "version", "title", "meaning", "before", "after", "directions", "aspects");

  Aspects read() {
    try {
      Config file = file();
      checkKeys(file, KEYS);
      List<Direction> directions =
          file.getConfigList("directions").stream().map(this::direction).toList();
      List<Aspect> aspects = file.getConfigList("aspects").stream().map(this::aspect).toList();
      Set<String> names = new HashSet<>();
      for (Aspect aspect : aspects) {
        if (!names.add(aspect.name())) {
          throw new IllegalArgumentException(
              "Aspect file %s lists '%s' twice".formatted(name, aspect.name()));
        }
      }
      return new Aspects(
          file.getString("id"),
          file.getInt("version"),
          file.getString("title"),
          file.getString("meaning"),
          file.getString("before"),
          file.getString("after"),
          directions,
          aspects);
    } catch (ConfigException e) {
      throw new IllegalArgumentException("Aspect file %s: %s".formatted(name, e.getMessage()), e);
    }
  }

  private Direction direction(Config entry) {
    checkKeys(entry, Set.of("material", "continuation"));
    return new Direction(entry.getString("material"), entry.getString("continuation"));
  }

  private Aspect aspect(Config entry) {
    checkKeys(entry, Set.of("name", "meaning", "instruction"));
    return new Aspect(
        entry.getString("name"), entry.getString("meaning"), entry.getString("instruction"));
  }

  private void checkKeys(Config entry, Set<String> known) {
    for (String key : entry.root().keySet()) {
      if (!known.contains(key)) {
        throw new IllegalArgumentException(
            "Aspect file %s: unknown key '%s'.%s".formatted(name, key, Nearest.hint(key, known)));
      }
    }
  }

  private Config file() {
    ConfigParseOptions options =
        ConfigParseOptions.defaults().setAllowMissing(false).setOriginDescription(name);
    if (!name.startsWith(BUNDLED)) {
      Path path = Path.of(name);
      if (!Files.isRegularFile(path)) {
        throw new IllegalArgumentException(
            "There is no aspect file %s; write bundled:NAME for one of Assay's own"
                .formatted(name));
      }
      return ConfigFactory.parseFile(path.toFile(), options).resolve();
    }
    String resource = "/dev/assay/aspects/" + name.substring(BUNDLED.length()) + ".conf";
    String text =
        Resources.text(AspectReader.class, resource)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "There is no aspect file %s. Bundled are: gptscore_summary_ref, gptscore_summary,"
                                .formatted(name)
                            + " gptscore_translation, gptscore_qa"));
    return ConfigFactory.parseString(text, options).resolve();
  }
}
