package dev.assay.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an evaluator declares of itself.
 *
 * @param id stable lower-case name, the first half of every metric's qualified name
 * @param version from 1; who changes what an evaluator says of the same example raises it, and its
 *     scores are computed again
 * @param title what reports print
 * @param meaning one or two sentences: what it measures and how
 * @param source where the definition comes from (document and section)
 * @param dimension the validation dimension that it serves
 * @param needs fields without which every metric is {@code no_input}
 * @param uses fields that change the result when they are there
 * @param attributes names of the attributes that it reads beside the fields; others change nothing
 *     of what it says, so that its scores outlive a column that is added
 * @param slots models without which every metric is {@code not_applicable}
 * @param helpers models that change the result when their slots are filled
 * @param prompts names of the bundled prompts that it asks with; the configuration may replace them
 * @param metrics what it reports, the primary one first
 */
public record Spec(
    String id,
    int version,
    String title,
    String meaning,
    String source,
    ValidationDimension dimension,
    Set<Field> needs,
    Set<Field> uses,
    Set<String> attributes,
    Set<Slot> slots,
    Set<Slot> helpers,
    List<String> prompts,
    List<Metric> metrics) {

  public Spec {
    if (version < 1) {
      throw new IllegalArgumentException(
          "Evaluator '" + id + "' has version " + version + "; versions begin at 1");
    }
    needs = Set.copyOf(needs);
    uses = Set.copyOf(uses);
    attributes = Set.copyOf(attributes);
    slots = Set.copyOf(slots);
    helpers = Set.copyOf(helpers);
    prompts = List.copyOf(prompts);
    metrics = List.copyOf(metrics);
    if (metrics.isEmpty()) {
      throw new IllegalArgumentException("Evaluator '" + id + "' declares no metric");
    }
  }

  /** The metric that leaderboards show first. */
  public Metric primary() {
    return metrics.get(0);
  }

  /** Every slot whose model can change a result, in their order. */
  public List<Slot> models() {
    return Stream.concat(slots.stream(), helpers.stream()).distinct().sorted().toList();
  }

  /** Whether a network's floats, those of embeddings say, stand behind what it reports. */
  public boolean readsNetworks() {
    return hasNetwork(slots) || hasNetwork(helpers);
  }

  private static boolean hasNetwork(Set<Slot> some) {
    for (Slot slot : some) {
      if (slot != Slot.CHAT) {
        return true;
      }
    }
    return false;
  }

  /** {@code id.metric}, the name in tables. */
  public String qualified(Metric metric) {
    return id + "." + metric.name();
  }

  /** The same with other models and metrics. */
  public Spec with(Set<Slot> otherSlots, Set<Slot> otherHelpers, List<Metric> otherMetrics) {
    return new Spec(
        id,
        version,
        title,
        meaning,
        source,
        dimension,
        needs,
        uses,
        attributes,
        otherSlots,
        otherHelpers,
        prompts,
        otherMetrics);
  }

  /** What it measured, in the order of the metrics. */
  public Outcome outcome(Measure... measures) {
    return outcome(List.of(), measures);
  }

  /** The same with sentence rows. */
  public Outcome outcome(List<Evidence> evidence, Measure... measures) {
    return outcome(false, evidence, measures);
  }

  /** The same of texts that had to be cut, if so: then every metric that has a value is marked. */
  public Outcome outcome(boolean truncated, List<Evidence> evidence, Measure... measures) {
    if (measures.length != metrics.size()) {
      throw new IllegalArgumentException(
          "%s declares %d metrics, got %d".formatted(id, metrics.size(), measures.length));
    }
    Map<String, Measure> named = new LinkedHashMap<>();
    Set<String> cut = new LinkedHashSet<>();
    for (Measure measure : measures) {
      String name = metrics.get(named.size()).name();
      named.put(name, measure);
      if (truncated && measure instanceof Measure.Value) {
        cut.add(name);
      }
    }
    return new Outcome(named, evidence, cut);
  }

  /** What it measured of a set, in the order of the metrics. */
  public SetOutcome set(long n, Map<String, Double> detail, double... values) {
    Measure[] measures = Arrays.stream(values).mapToObj(Measure::of).toArray(Measure[]::new);
    return new SetOutcome(outcome(measures).measures(), n, detail);
  }

  /** Every metric absent for one reason. */
  public Outcome absent(Status status, String reason) {
    Measure[] measures = new Measure[metrics.size()];
    Arrays.fill(measures, new Measure.Absent(status, reason));
    return outcome(measures);
  }

  /** Every metric absent because something that the evaluator needs is not there. */
  public Outcome noInput(String reason) {
    return absent(Status.NO_INPUT, reason);
  }

  /** Every metric absent because it has no meaning for this example or configuration. */
  public Outcome notApplicable(String reason) {
    return absent(Status.NOT_APPLICABLE, reason);
  }

  /** Every metric absent because a text is over the evaluator's cap. */
  public Outcome tooLong(String reason) {
    return absent(Status.TOO_LONG, reason);
  }

  /** Starts a spec. */
  public static Builder of(String id, String title) {
    return new Builder(id, title);
  }

  /** Collects a spec's parts. */
  public static final class Builder {
    private final String id;
    private final String title;
    private int version = 1;
    private String meaning = "";
    private String source = "";
    private ValidationDimension dimension = ValidationDimension.QA;
    private final Set<Field> needs = EnumSet.noneOf(Field.class);
    private final Set<Field> uses = EnumSet.noneOf(Field.class);
    private final Set<String> attributes = new LinkedHashSet<>();
    private final Set<Slot> slots = EnumSet.noneOf(Slot.class);
    private final Set<Slot> helpers = EnumSet.noneOf(Slot.class);
    private final List<String> prompts = new ArrayList<>();
    private final List<Metric> metrics = new ArrayList<>();

    private Builder(String id, String title) {
      this.id = id;
      this.title = title;
    }

    public Builder version(int number) {
      version = number;
      return this;
    }

    public Builder meaning(String text) {
      meaning = text;
      return this;
    }

    public Builder source(String text) {
      source = text;
      return this;
    }

    public Builder dimension(ValidationDimension value) {
      dimension = value;
      return this;
    }

    public Builder needs(Field... fields) {
      needs.addAll(List.of(fields));
      return this;
    }

    public Builder uses(Field... fields) {
      uses.addAll(List.of(fields));
      return this;
    }

    public Builder attributes(String... names) {
      attributes.addAll(List.of(names));
      return this;
    }

    public Builder slots(Slot... values) {
      slots.addAll(List.of(values));
      return this;
    }

    public Builder helpers(Slot... values) {
      helpers.addAll(List.of(values));
      return this;
    }

    public Builder asks(String... names) {
      prompts.addAll(List.of(names));
      return this;
    }

    public Builder metric(Metric metric) {
      metrics.add(metric);
      return this;
    }

    public Spec build() {
      return new Spec(
          id,
          version,
          title,
          meaning,
          source,
          dimension,
          needs,
          uses,
          attributes,
          slots,
          helpers,
          prompts,
          metrics);
    }
  }
}
