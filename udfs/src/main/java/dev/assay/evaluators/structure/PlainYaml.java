package dev.assay.evaluators.structure;

import java.io.StringReader;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;

/**
 * YAML from outside: no types but those of JSON, no key twice, nothing nested deeper than 50, and
 * no aliases, by which a few lines stand for gigabytes.
 */
public final class PlainYaml {
  private static final int DEEPEST = 50;

  private PlainYaml() {}

  /**
   * A reader for {@code text}, which has been looked through for aliases.
   *
   * @param longest code points that are read at most
   * @throws YAMLException if there is one, or the text is no YAML
   */
  public static Yaml of(String text, int longest) {
    LoaderOptions limits = new LoaderOptions();
    limits.setMaxAliasesForCollections(0);
    limits.setAllowDuplicateKeys(false);
    limits.setNestingDepthLimit(DEEPEST);
    limits.setCodePointLimit(longest);
    Yaml yaml = new Yaml(new SafeConstructor(limits));
    for (Event event : yaml.parse(new StringReader(text))) {
      if (event instanceof AliasEvent alias) {
        throw new YAMLException("the alias *" + alias.getAnchor() + ": aliases are not read");
      }
    }
    return yaml;
  }
}
