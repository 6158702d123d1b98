package dev.assay.config.reading;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import dev.assay.base.Secret;
import dev.assay.config.cases.Inline;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A configuration as text, secrets masked. Keys are sorted and numbers normalised, so that the same
 * configuration gives the same text however its files were written.
 */
final class Plain {

  private Plain() {}

  /** HOCON on several lines, for people. */
  static String readable(Record config) {
    return render(config, Set.of(), true);
  }

  /** The same in one line, without the given keys. */
  static String canonical(Record config, Set<Key> without) {
    return render(config, without, false);
  }

  private static String render(Record config, Set<Key> without, boolean readable) {
    Object tree = plain(config, Key.ROOT, without);
    return ConfigValueFactory.fromAnyRef(tree)
        .render(
            ConfigRenderOptions.defaults()
                .setOriginComments(false)
                .setComments(false)
                .setJson(!readable)
                .setFormatted(readable));
  }

  private static Object plain(Object value, Key key, Set<Key> without) {
    if (value instanceof Secret || (key.isSecret() && !(value instanceof Optional))) {
      return Secret.MASK;
    }
    Map<String, Object> block = new LinkedHashMap<>();
    if (value instanceof Record record) {
      components(block, record, key, without);
      return block;
    }
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, inner) -> put(block, name.toString(), inner, key, without));
      return block;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(inner -> plain(inner, key, without)).toList();
    }
    return value;
  }

  private static void components(
      Map<String, Object> block, Record record, Key key, Set<Key> without) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value = get(component, record);
      if (component.isAnnotationPresent(Inline.class)) {
        components(block, (Record) value, key, without);
      } else {
        put(block, KnownKeys.kebab(component.getName()), value, key, without);
      }
    }
  }

  private static void put(
      Map<String, Object> block, String name, Object value, Key parent, Set<Key> without) {
    Key key = parent.child(name);
    Object present = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    if (present != null && !without.contains(key)) {
      block.put(name, plain(present, key, without));
    }
  }

  private static Object get(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("The component " + component + " cannot be read", failure);
    }
  }
}
