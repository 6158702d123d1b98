package dev.assay.config.reading;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import dev.assay.base.Secret;
import dev.assay.config.blocks.Default;
import dev.assay.config.cases.Inline;
import dev.assay.config.scores.Listed;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads HOCON into records. A component {@code maxTokens} is the key {@code max-tokens}; components
 * are records, lists, maps, Optionals, text, numbers, booleans and secrets. What does not fit is a
 * problem, and the value is then taken from the defaults, so that reading goes on and finds the
 * next one.
 */
final class RecordReader {
  private final ConfigObject defaults;
  private final KnownKeys known;
  private final Problems problems;

  RecordReader(Class<? extends Record> root, ConfigObject defaults, Problems problems) {
    this.defaults = defaults;
    this.known = new KnownKeys(root);
    this.problems = problems;
  }

  /** The record, or empty where a value is missing that has no default. */
  <T extends Record> Optional<T> read(Class<T> type, ConfigObject value) {
    return record(type, Key.ROOT, value).map(type::cast);
  }

  private Optional<Object> value(Type type, Key key, ConfigValue value) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return list(arguments[0], key, value);
      }
      return map(arguments[1], key, value);
    }
    Class<?> plain = (Class<?>) type;
    return plain.isRecord() && plain != Secret.class
        ? record(plain, key, value)
        : scalar(plain, key, value);
  }

  private Optional<Object> record(Class<?> type, Key key, ConfigValue value) {
    if (!(value instanceof ConfigObject block)) {
      problems.add(key, "a block { … } with " + String.join(", ", KnownKeys.of(type)));
      return fallback(key, value).flatMap(given -> record(type, key, given));
    }
    for (String name : block.keySet()) {
      if (!KnownKeys.of(type).contains(name)) {
        Key unknown = key.child(name);
        problems.unknownKey(unknown, known.hint(type, unknown, name));
      }
    }
    return built(type, key, block);
  }

  private Optional<Object> built(Class<?> type, Key key, ConfigObject block) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    boolean complete = true;
    for (int i = 0; i < components.length; i++) {
      String name = KnownKeys.kebab(components[i].getName());
      Optional<Object> argument =
          components[i].isAnnotationPresent(Inline.class)
              ? built(components[i].getType(), key, block)
              : component(components[i], key.child(name), block.get(name));
      complete &= argument.isPresent();
      arguments[i] = argument.orElse(null);
    }
    return complete ? Optional.of(construct(type, components, arguments)) : Optional.empty();
  }

  private Optional<Object> component(RecordComponent component, Key key, ConfigValue value) {
    Type type = component.getGenericType();
    boolean absent = value == null || value.valueType() == ConfigValueType.NULL;
    if (component.getType() == Optional.class) {
      Type inner = ((ParameterizedType) type).getActualTypeArguments()[0];
      return Optional.of(absent ? Optional.empty() : value(inner, key, value));
    }
    if (!absent) {
      return value(type, key, value);
    }
    Default standard = component.getAnnotation(Default.class);
    if (standard != null) {
      return value(type, key, ConfigValueFactory.fromAnyRef(standard.value(), "default"));
    }
    if (component.getType() == List.class) {
      return Optional.of(List.of());
    }
    if (component.getType() == Map.class) {
      return Optional.of(Map.of());
    }
    problems.add(
        key, component.getType() == String.class ? "text" : Scalars.allowed(component.getType()));
    return fallback(key, value).flatMap(given -> value(type, key, given));
  }

  private Optional<Object> list(Type element, Key key, ConfigValue value) {
    if (!(value instanceof ConfigList list)) {
      problems.add(key, "a list [ … ]");
      return fallback(key, value).flatMap(given -> list(element, key, given));
    }
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      Optional<Object> read = value(element, key.at(i), list.get(i));
      if (read.filter(one -> one instanceof String text && text.isBlank()).isPresent()) {
        problems.add(key.at(i), "text that is not empty");
      }
      read.ifPresent(result::add);
    }
    return Optional.of(Collections.unmodifiableList(result));
  }

  private Optional<Object> map(Type element, Key key, ConfigValue value) {
    if (element instanceof Class<?> block
        && block.isAnnotationPresent(Listed.class)
        && value instanceof ConfigList list) {
      return map(element, key, named(list, block.getAnnotation(Listed.class).value()));
    }
    if (!(value instanceof ConfigObject block)) {
      problems.add(key, "a block { name = … }");
      return fallback(key, value).flatMap(given -> map(element, key, given));
    }
    Map<String, Object> result = new TreeMap<>();
    block.forEach(
        (name, inner) ->
            value(element, key.child(name), inner).ifPresent(read -> result.put(name, read)));
    return Optional.of(Collections.unmodifiableMap(result));
  }

  /** A block for each name of a list, which is also its {@code key}. */
  private static ConfigValue named(ConfigList list, String key) {
    Map<String, Object> blocks = new TreeMap<>();
    for (ConfigValue name : list) {
      blocks.put(name.unwrapped().toString(), Map.of(key, name.unwrapped()));
    }
    return ConfigValueFactory.fromMap(blocks).withOrigin(list.origin());
  }

  private Optional<Object> scalar(Class<?> type, Key key, ConfigValue value) {
    Optional<Object> read = Scalars.read(type, value);
    if (read.isPresent()) {
      return read;
    }
    problems.add(key, Scalars.allowed(type));
    return fallback(key, value).flatMap(given -> Scalars.read(type, given));
  }

  /** The default of a key whose value does not fit; none if that default is the value. */
  private Optional<ConfigValue> fallback(Key key, ConfigValue unfit) {
    return key.in(defaults).filter(given -> given != unfit && !given.equals(unfit));
  }

  private static Object construct(Class<?> type, RecordComponent[] components, Object[] arguments) {
    try {
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < types.length; i++) {
        types[i] = components[i].getType();
      }
      return type.getDeclaredConstructor(types).newInstance(arguments);
    } catch (InvocationTargetException failure) {
      throw new IllegalStateException(
          "The record " + type + " refuses its values", failure.getCause());
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("The record " + type + " cannot be made", failure);
    }
  }
}
