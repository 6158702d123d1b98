package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.base.Masking;
import dev.assay.base.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Places for secrets in configured texts: {@code ${env:NAME}}, a variable of the environment, and
 * {@code ${file:PATH}}, the content of a mounted file. In a body's prompt, which is stored, the
 * place stands instead of the secret, and as a list under {@value #MARK}, not as text: what a
 * question says is text and opens no place. The secret is put there when the request is sent.
 */
public final class SecretPlaces {
  /** The only field of an object that stands for a text with places. */
  static final String MARK = "${}";

  private static final Pattern PLACE = Pattern.compile("\\$\\{(env|file):([^{}]{1,1000})}");

  private SecretPlaces() {}

  /** {@code text} with every place filled: the value of a header or a key. */
  static Secret filled(Secret text, String where) {
    return filled(text, where, System.getenv()::get);
  }

  static Secret filled(Secret text, String where, UnaryOperator<String> environment) {
    Matcher places = PLACE.matcher(text.value());
    StringBuilder filled = new StringBuilder();
    while (places.find()) {
      String value = value(places, where, environment).value();
      places.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return new Secret(places.appendTail(filled).toString());
  }

  /**
   * The secrets of the places in a header or a key that are long enough to be masked by themselves
   * where a reply repeats one of them, under names that no place in a body has.
   */
  static Map<String, Secret> masked(Secret text, String where) {
    return masked(text, where, System.getenv()::get);
  }

  static Map<String, Secret> masked(Secret text, String where, UnaryOperator<String> environment) {
    Map<String, Secret> secrets = new TreeMap<>();
    Matcher places = PLACE.matcher(text.value());
    while (places.find()) {
      Secret secret = value(places, where, environment);
      if (secret.value().length() >= Masking.SHORTEST) {
        secrets.put("masked " + name(places), secret);
      }
    }
    return secrets;
  }

  /**
   * The secrets of all places in {@code text}, a body, by what stands between the braces.
   *
   * @throws IllegalArgumentException where one is so short that it stands in replies by chance: it
   *     is masked there
   */
  static Map<String, Secret> of(String text, String where) {
    return of(text, where, System.getenv()::get);
  }

  static Map<String, Secret> of(String text, String where, UnaryOperator<String> environment) {
    Map<String, Secret> secrets = new TreeMap<>();
    Matcher places = PLACE.matcher(text);
    while (places.find()) {
      Secret secret = value(places, where, environment);
      if (secret.value().length() < Masking.SHORTEST) {
        throw new IllegalArgumentException(
            "%s: what ${%s} stands for has fewer than %d characters, and would be masked wherever a reply has them. Write it plainly if it is no secret; a secret needs more."
                .formatted(where, name(places), Masking.SHORTEST));
      }
      secrets.put(name(places), secret);
    }
    return secrets;
  }

  /** The document with a list in the place of each text that has places; else the same. */
  static JsonNode lifted(JsonNode node) {
    if (node.isTextual()) {
      return text(node);
    }
    if (node instanceof ObjectNode object) {
      object.fields().forEachRemaining(field -> field.setValue(lifted(field.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, lifted(array.get(i)));
      }
    }
    return node;
  }

  /** Texts at even positions, names of places at odd ones. */
  private static JsonNode text(JsonNode node) {
    Matcher places = PLACE.matcher(node.asText());
    int end = 0;
    ArrayNode parts = Json.object().arrayNode();
    while (places.find()) {
      parts.add(node.asText().substring(end, places.start())).add(name(places));
      end = places.end();
    }
    if (parts.isEmpty()) {
      return node;
    }
    return Json.object().set(MARK, parts.add(node.asText().substring(end)));
  }

  /**
   * The document as it is sent.
   *
   * @throws IllegalArgumentException where it has a place that is not among {@code secrets}
   */
  public static String sent(String json, Map<String, Secret> secrets) {
    return json.contains("\"" + MARK + "\"") ? Json.write(sent(Json.read(json), secrets)) : json;
  }

  private static JsonNode sent(JsonNode node, Map<String, Secret> secrets) {
    if (node instanceof ObjectNode object) {
      if (object.size() == 1 && object.path(MARK).isArray()) {
        return joined(object.path(MARK), secrets);
      }
      object.fields().forEachRemaining(field -> field.setValue(sent(field.getValue(), secrets)));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, sent(array.get(i), secrets));
      }
    }
    return node;
  }

  private static TextNode joined(JsonNode parts, Map<String, Secret> secrets) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i).asText();
      if (i % 2 == 1 && !secrets.containsKey(part)) {
        throw new IllegalArgumentException(
            "the request has ${%s}, which neither its system nor parameters.extra of its endpoint names"
                .formatted(part));
      }
      text.append(i % 2 == 1 ? secrets.get(part).value() : part);
    }
    return new TextNode(text.toString());
  }

  private static String name(Matcher place) {
    return place.group(1) + ":" + place.group(2);
  }

  private static Secret value(Matcher place, String where, UnaryOperator<String> environment) {
    if (place.group(1).equals("env")) {
      String value = environment.apply(place.group(2));
      if (value == null || value.isBlank()) {
        throw new IllegalArgumentException(
            "%s: the environment has no %s".formatted(where, place.group(2)));
      }
      return new Secret(value.strip());
    }
    return file(where, place.group(2));
  }

  /** The content of a mounted file, without blanks around it. */
  static Secret file(String where, String file) {
    try {
      return new Secret(Files.readString(Path.of(file)).strip());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: '%s' cannot be read: %s".formatted(where, file, e), e);
    }
  }
}
