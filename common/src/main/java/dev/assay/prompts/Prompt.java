package dev.assay.prompts;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.core.Judge.Request;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.Message;
import dev.assay.llm.Tool;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A prompt file. Its places {@code {name}} are filled in one pass; a value is data and always
 * stands in a {@link Fence}, unless the file's header lists its name under {@code settings}: those
 * come from the configuration.
 *
 * @param name what it is called, such as {@code faithfulness/claims}
 * @param version of its header; a changed text has another hash in any case
 * @param system what the model is told of its role; the rule of the fence is added
 * @param user what it is asked
 * @param schema of the reply, JSON; empty text if any text will do
 * @param tools of which the model must call one; then there is no schema
 * @param settings names of places that are not data
 * @param header all other keys of the header, by name
 * @param hash SHA-256 of the file
 */
public record Prompt(
    String name,
    String version,
    String system,
    String user,
    String schema,
    List<Tool> tools,
    Set<String> settings,
    Map<String, String> header,
    String hash)
    implements Serializable {
  /**
   * The place of what was said before the question. A paragraph that has this place and no other is
   * left out where nothing was said; within another paragraph it is filled with empty text.
   */
  public static final String CONVERSATION = "conversation";

  private static final Pattern PLACE = Pattern.compile("\\{([a-z_]+)\\}");

  public Prompt {
    tools = List.copyOf(tools);
    settings = Set.copyOf(settings);
    header = Map.copyOf(header);
  }

  /** The prompt of this name: {@code bundled:NAME}, or a file's path without its ending. */
  public static Prompt read(String name) {
    return new PromptReader().read(name);
  }

  /** What a score's fingerprint says of it. */
  @Override
  public String toString() {
    return name + " " + version + " " + hash;
  }

  /** Characters that it takes before its places are filled. */
  public int length() {
    int tools =
        this.tools.stream()
            .mapToInt(tool -> tool.description().length() + tool.parameters().length())
            .sum();
    return system.length() + user.length() + schema.length() + tools;
  }

  /** The places in its texts, in order. */
  public Set<String> places() {
    return places(system + "\n" + user);
  }

  private static Set<String> places(String text) {
    Set<String> places = new LinkedHashSet<>();
    Matcher matcher = PLACE.matcher(text);
    while (matcher.find()) {
      places.add(matcher.group(1));
    }
    return places;
  }

  /** The request with every place {@linkplain #filled filled}. */
  public ChatRequest request(Map<String, String> values, ParametersConfig parameters) {
    return request(filled(values), parameters, tools);
  }

  /** The request of a filled prompt. */
  public static ChatRequest request(Request filled, ParametersConfig parameters, List<Tool> tools) {
    List<Message> messages = new ArrayList<>();
    if (!filled.system().isEmpty()) {
      messages.add(Message.system(filled.system()));
    }
    messages.add(Message.user(filled.user()));
    return new ChatRequest(messages, parameters, form(filled), tools);
  }

  /**
   * Its texts with every place filled.
   *
   * @param values by place; others than the text has change nothing
   * @throws IllegalArgumentException for a place without a value
   */
  public Request filled(Map<String, String> values) {
    boolean spoken = !values.getOrDefault(CONVERSATION, "").isEmpty();
    String asked = spoken ? user : withoutConversation();
    List<String> data = new ArrayList<>();
    for (String place : places(system + "\n" + asked)) {
      if (!settings.contains(place) && values.containsKey(place)) {
        data.add(values.get(place));
      }
    }
    Fence fence = Fence.around(data);
    String rule = data.isEmpty() ? "" : "\n\n" + fence.rule();
    String role = fill(system, values, fence) + rule;
    return new Request(name, role.strip(), fill(asked, values, fence), schema);
  }

  private String withoutConversation() {
    return Arrays.stream(user.split("\n\n", -1))
        .filter(paragraph -> !places(paragraph).equals(Set.of(CONVERSATION)))
        .collect(Collectors.joining("\n\n"));
  }

  private static Optional<JsonSchema> form(Request filled) {
    return filled.schema().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new JsonSchema(filled.name().replaceAll("[^A-Za-z0-9_-]", "_"), filled.schema()));
  }

  private String fill(String text, Map<String, String> values, Fence fence) {
    Matcher matcher = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String place = matcher.group(1);
      String value = values.getOrDefault(place, place.equals(CONVERSATION) ? "" : null);
      if (value == null) {
        throw new IllegalArgumentException(
            "Prompt "
                + name
                + " has a place {"
                + place
                + "} that nothing fills; known: "
                + values.keySet());
      }
      String shown =
          settings.contains(place) ? value : fence.wrap(place.toUpperCase(Locale.ROOT), value);
      matcher.appendReplacement(filled, Matcher.quoteReplacement(shown));
    }
    return matcher.appendTail(filled).toString();
  }
}
