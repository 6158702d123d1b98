package dev.assay.config.reading;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.assay.base.Secret;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * Single values. Text that is a number is one (values from the environment are always text), a
 * number where text is wanted stays as written, a fraction is never cut to a whole number.
 */
final class Scalars {
  private static final Map<Class<?>, String> ALLOWED =
      Map.ofEntries(
          Map.entry(String.class, "text"),
          Map.entry(Secret.class, "text"),
          Map.entry(int.class, "a whole number from -2147483648 to 2147483647"),
          Map.entry(Integer.class, "a whole number from -2147483648 to 2147483647"),
          Map.entry(long.class, "a whole number of at most 64 bits"),
          Map.entry(Long.class, "a whole number of at most 64 bits"),
          Map.entry(double.class, "a number"),
          Map.entry(Double.class, "a number"),
          Map.entry(boolean.class, "true or false"),
          Map.entry(Boolean.class, "true or false"));

  private Scalars() {}

  /** What a component of this type takes, in words. */
  static String allowed(Class<?> type) {
    return ALLOWED.getOrDefault(type, "a block { … }");
  }

  /** The value as this type, or empty if it is not one. */
  static Optional<Object> read(Class<?> type, ConfigValue value) {
    if (value.valueType() == ConfigValueType.OBJECT
        || value.valueType() == ConfigValueType.LIST
        || value.valueType() == ConfigValueType.NULL) {
      return Optional.empty();
    }
    String text = text(value);
    if (type == String.class) {
      return Optional.of(text);
    }
    if (type == Secret.class) {
      return Optional.of(new Secret(text));
    }
    if (type == boolean.class || type == Boolean.class) {
      return text.equals("true") || text.equals("false")
          ? Optional.of(Boolean.valueOf(text))
          : Optional.empty();
    }
    return number(type, text);
  }

  private static Optional<Object> number(Class<?> type, String text) {
    try {
      BigDecimal number = new BigDecimal(text.strip());
      if (type == int.class || type == Integer.class) {
        return Optional.of(number.intValueExact());
      }
      if (type == long.class || type == Long.class) {
        return Optional.of(number.longValueExact());
      }
      double real = number.doubleValue();
      return Double.isFinite(real) ? Optional.of(real) : Optional.empty();
    } catch (NumberFormatException | ArithmeticException notSuchANumber) {
      return Optional.empty();
    }
  }

  private static String text(ConfigValue value) {
    Config holder = value.atKey("value");
    try {
      return holder.getString("value");
    } catch (ConfigException.WrongType never) {
      throw new IllegalStateException("A single value has no text", never);
    }
  }
}
