package dev.assay.judges;

import dev.assay.config.AssayConfig;
import dev.assay.config.JudgesConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Tool;
import dev.assay.prompts.Prompt;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The judges of a run.
 *
 * @param seats in order; none: nothing can be judged
 * @param samples how often each is asked the same
 * @param prompts what stands in the place of bundled prompts, by name
 */
public record Panel(List<Seat> seats, int samples, Map<String, Prompt> prompts)
    implements Serializable {
  private static final Map<String, Prompt> BUNDLED = new ConcurrentHashMap<>();

  public Panel {
    seats = List.copyOf(seats);
    prompts = Map.copyOf(prompts);
  }

  /** The configured judges. Reads the prompt files. */
  public static Panel of(AssayConfig config) {
    JudgesConfig judges = config.judges();
    List<Seat> seats = new ArrayList<>();
    for (String name : judges.endpoints()) {
      var endpoint = config.llm().endpoints().get(name);
      ParametersConfig given =
          judges.parameters().or(endpoint::parameters).orElse(ParametersConfig.NONE);
      seats.add(new Seat(EndpointSpec.of(name, endpoint), warm(given, judges.samples())));
    }
    Map<String, Prompt> prompts = new TreeMap<>();
    judges.prompts().forEach((name, path) -> prompts.put(name, own(name, path)));
    return new Panel(seats, judges.samples(), prompts);
  }

  private static Prompt own(String name, String path) {
    Prompt replaced = Prompt.read("bundled:" + name);
    Prompt own = Prompt.read(path);
    Set<String> known = new LinkedHashSet<>(replaced.places());
    known.add(Prompt.CONVERSATION);
    boolean formed = !own.schema().isEmpty() && replaced.tools().isEmpty();
    boolean calling = !own.tools().isEmpty() && names(own).equals(names(replaced));
    if (!(formed || calling) || !known.containsAll(own.places())) {
      throw new IllegalArgumentException(
          "judges.prompts."
              + name
              + ": "
              + path
              + (replaced.tools().isEmpty()
                  ? " needs a # schema"
                  : " needs # tools with the names " + names(replaced))
              + ", and has no places but "
              + known);
    }
    return own;
  }

  private static Set<String> names(Prompt prompt) {
    return prompt.tools().stream().map(Tool::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Temperature 0 for one sample, 1 for several, unless it is given. */
  private static ParametersConfig warm(ParametersConfig given, int samples) {
    return given.temperature().isPresent()
        ? given
        : new ParametersConfig(
            Optional.of(samples == 1 ? 0.0 : 1.0),
            given.topP(),
            given.maxTokens(),
            given.seed(),
            given.logprobs(),
            given.extra());
  }

  /** The prompt of this name. */
  public Prompt prompt(String name) {
    Prompt own = prompts.get(name);
    return own == null
        ? BUNDLED.computeIfAbsent(name, bundled -> Prompt.read("bundled:" + bundled))
        : own;
  }

  /** All that the opinions on these prompts depend on, for fingerprints. */
  public String provenance(List<String> names) {
    List<String> parts = new ArrayList<>(seats.stream().map(Seat::provenance).toList());
    parts.add(Integer.toString(samples));
    names.forEach(
        name ->
            parts.add(
                prompts.containsKey(name)
                    ? prompts.get(name).hash()
                    : FirstPrompts.identity(prompt(name))));
    return String.join("\n", parts);
  }

  /** What the {@code model} column says. */
  public String id() {
    return String.join(" ", seats.stream().map(Seat::id).toList());
  }
}
