package dev.assay.evaluators;

import dev.assay.base.Nearest;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.neural.Aspects;
import dev.assay.evaluators.similarity.Baseline;
import dev.assay.evaluators.similarity.IdfReferences;
import dev.assay.prompts.Prompt;
import dev.assay.rules.RuleSuite;
import dev.assay.summac.SummacLayer;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Builds a record again with some of its components read from text: numbers, true or false, texts,
 * enum constants in any case, rule suites and aspects by name or file, a layer of SummaC-Conv by
 * file, and lists of these separated by commas.
 */
final class Parameters {

  private Parameters() {}

  /** {@code defaults} with {@code given} in place of the components of those names. */
  static Evaluator set(String id, Evaluator defaults, Map<String, String> given) {
    RecordComponent[] components = defaults.getClass().getRecordComponents();
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Type> types = new LinkedHashMap<>();
    for (RecordComponent component : components) {
      String name = snakeCase(component.getName());
      types.put(name, component.getGenericType());
      values.put(name, invoke(id, () -> component.getAccessor().invoke(defaults)));
    }
    given.forEach(
        (name, text) -> {
          if (!types.containsKey(name)) {
            throw new IllegalArgumentException(unknown(id, name, types.keySet()));
          }
          values.put(name, read(id, name, text.strip(), types.get(name)));
        });
    Class<?>[] signature =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return invoke(
        id,
        () -> {
          Constructor<? extends Evaluator> canonical =
              defaults.getClass().getDeclaredConstructor(signature);
          return canonical.newInstance(values.values().toArray());
        });
  }

  private static String unknown(String id, String name, Set<String> known) {
    return "Unknown parameter '%s' of evaluator '%s'.%s"
        .formatted(name, id, known.isEmpty() ? " It has none." : Nearest.hint(name, known));
  }

  private static Object read(String id, String name, String text, Type type) {
    try {
      if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
        Type element = list.getActualTypeArguments()[0];
        return Arrays.stream(text.replaceAll("^\\[|\\]$", "").split(","))
            .map(part -> read(id, name, part.strip(), element))
            .toList();
      }
      if (type == double.class || type == Double.class) {
        return Double.parseDouble(text);
      }
      if (type == int.class || type == Integer.class) {
        return Integer.parseInt(text);
      }
      if (type == boolean.class || type == Boolean.class) {
        return flag(text);
      }
      if (type == String.class) {
        return text;
      }
      if (type == RuleSuite.class) {
        return RuleSuite.of(text);
      }
      if (type == Aspects.class) {
        return Aspects.of(text);
      }
      if (type == SummacLayer.class) {
        return SummacLayer.of(text);
      }
      if (type == IdfReferences.class) {
        return IdfReferences.of(text);
      }
      if (type == Baseline.class) {
        return Baseline.of(text);
      }
      if (type == Prompt.class) {
        throw new IllegalArgumentException("judges.prompts names prompts");
      }
      if (type instanceof Class<?> choice && choice.isEnum()) {
        return constant(choice, text);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Evaluator '%s': %s = \"%s\" is not %s".formatted(id, name, text, allowed(type, e)), e);
    }
    throw new IllegalStateException(id + "." + name + " has a type without a reader: " + type);
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return text.equals("true");
  }

  private static Object constant(Class<?> choice, String text) {
    return Arrays.stream(choice.getEnumConstants())
        .filter(constant -> constant.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text));
  }

  private static String allowed(Type type, IllegalArgumentException failure) {
    if (type == Prompt.class) {
      return "set here: a prompt's file is named in judges.prompts";
    }
    if (type == RuleSuite.class) {
      return "a list of rule suites: " + failure.getMessage();
    }
    if (type == Aspects.class) {
      return "an aspect file: " + failure.getMessage();
    }
    if (type == SummacLayer.class) {
      return "a file that train-summac wrote: " + failure.getMessage();
    }
    if (type == IdfReferences.class) {
      return "none or a file of reference texts: " + failure.getMessage();
    }
    if (type == Baseline.class) {
      return "none, three numbers (precision, recall, F1) or a file: " + failure.getMessage();
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    if (type == int.class || type == Integer.class) {
      return "a whole number";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type instanceof Class<?> choice && choice.isEnum()) {
      return "one of " + Arrays.toString(choice.getEnumConstants()).toLowerCase(Locale.ROOT);
    }
    return "a list separated by commas";
  }

  private static String snakeCase(String camelCase) {
    return camelCase.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private interface Reflective<T> {
    T run() throws ReflectiveOperationException;
  }

  private static <T> T invoke(String id, Reflective<T> call) {
    try {
      return call.run();
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "Evaluator '%s': %s".formatted(id, e.getCause().getMessage()), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Evaluator '%s' is not a public record".formatted(id), e);
    }
  }
}
