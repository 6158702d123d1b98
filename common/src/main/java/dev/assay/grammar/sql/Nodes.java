package dev.assay.grammar.sql;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.Model;
import net.sf.jsqlparser.parser.Node;

/**
 * Every node of a parsed statement, found by the fields of the parser's classes: nothing that a
 * future version of the parser adds goes unseen.
 */
final class Nodes {
  private static final String PARSER = "net.sf.jsqlparser";

  private Nodes() {}

  /** The nodes that {@code root} consists of, itself first. */
  static List<Object> of(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Object> found = new ArrayList<>();
    Deque<Object> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Object node = open.pop();
      if (node instanceof Iterable<?> several && !(node instanceof Model)) {
        several.forEach(one -> push(one, open));
        continue;
      }
      if (!seen.add(node)) {
        continue;
      }
      found.add(node);
      if (node instanceof Iterable<?> several) {
        several.forEach(one -> push(one, open));
      }
      for (Field field : fields(node.getClass())) {
        push(value(field, node), open);
      }
    }
    return found;
  }

  /** The fields of a parser's class and of those that it extends. */
  static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> at = type; at != null && at.getName().startsWith(PARSER); at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !Node.class.isAssignableFrom(field.getType())
            && !field.isSynthetic()) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields;
  }

  static Object value(Field field, Object node) {
    try {
      return field.get(node);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException("The parser's field " + field + " cannot be read", closed);
    }
  }

  private static void push(Object value, Deque<Object> open) {
    if (value != null
        && (value instanceof Iterable<?> || value.getClass().getName().startsWith(PARSER))) {
      open.push(value);
    }
  }
}
