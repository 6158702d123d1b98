package dev.assay.config.reading;

import dev.assay.base.Nearest;
import dev.assay.base.Secret;
import dev.assay.config.cases.Inline;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The keys that a tree of records has, for messages about those it has not. */
final class KnownKeys {
  private final Set<String> paths = new TreeSet<>();

  KnownKeys(Class<? extends Record> root) {
    collect(root, "");
  }

  /** {@code max-tokens} for {@code maxTokens}. */
  static String kebab(String component) {
    return component.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }

  /** The keys of one record, in its order. */
  static Set<String> of(Class<?> type) {
    Set<String> keys = new LinkedHashSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inline.class)) {
        keys.addAll(of(component.getType()));
      } else {
        keys.add(kebab(component.getName()));
      }
    }
    return keys;
  }

  /**
   * What was probably meant by a key that this record has not: a key of the record with nearly this
   * name, else the same name in another block.
   */
  String hint(Class<?> type, Key key, String name) {
    Set<String> siblings = of(type);
    String guess =
        Nearest.of(name, siblings)
            .map(near -> key.parent().child(near).toString())
            .or(() -> elsewhere(name))
            .map(path -> " Did you mean '" + path + "'?")
            .orElse("");
    return guess + " Known here: " + listed(siblings);
  }

  private Optional<String> elsewhere(String name) {
    List<String> leaves = paths.stream().map(KnownKeys::leaf).distinct().toList();
    return Nearest.of(name, leaves)
        .flatMap(near -> paths.stream().filter(path -> leaf(path).equals(near)).findFirst());
  }

  private static String listed(Set<String> keys) {
    return String.join(", ", new TreeSet<>(keys)) + ".";
  }

  private static String leaf(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private void collect(Class<?> type, String prefix) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inline.class)) {
        collect(component.getType(), prefix);
        continue;
      }
      String path = prefix + kebab(component.getName());
      paths.add(path);
      step(component.getGenericType(), path);
    }
  }

  private void step(Type type, String path) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      boolean map = arguments.length == 2;
      step(arguments[arguments.length - 1], map ? path + ".NAME" : path);
    } else if (type instanceof Class<?> inner && inner.isRecord() && inner != Secret.class) {
      collect(inner, path + ".");
    }
  }
}
