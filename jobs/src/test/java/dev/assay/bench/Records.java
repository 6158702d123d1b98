package dev.assay.bench;

import java.lang.reflect.RecordComponent;

/** Records with another value of one component. */
final class Records {
  private Records() {}

  static <R extends Record> R with(R record, String name, Object value)
      throws ReflectiveOperationException {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    boolean found = false;
    for (int i = 0; i < components.length; i++) {
      boolean named = components[i].getName().equals(name);
      found |= named;
      types[i] = components[i].getType();
      values[i] = named ? value : components[i].getAccessor().invoke(record);
    }
    if (!found) {
      throw new NoSuchFieldException(record.getClass() + " has no component '" + name + "'");
    }
    @SuppressWarnings("unchecked")
    R changed = (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
    return changed;
  }
}
