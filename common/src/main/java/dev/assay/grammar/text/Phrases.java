package dev.assay.grammar.text;

import dev.assay.grammar.shape.QueryShape;
import dev.assay.grammar.shape.QueryShape.Column;
import dev.assay.grammar.shape.QueryShape.Condition;
import dev.assay.grammar.shape.QueryShape.Item;
import dev.assay.grammar.shape.QueryShape.Link;
import dev.assay.grammar.shape.QueryShape.Order;
import dev.assay.grammar.shape.QueryShape.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes an English noun phrase of a query's shape. The tables form a tree around the one that is
 * asked about; a table is said where a condition is on it or behind it.
 */
final class Phrases {
  private static final Map<String, String> AGGREGATES =
      Map.of("sum", "total", "avg", "average", "min", "lowest", "max", "highest");
  private static final Map<String, String> OF_DATES = Map.of("min", "earliest", "max", "latest");

  /** What is summed up, and yet is no part of a total of its name. */
  private static final Pattern RATES =
      Pattern.compile("total.*|(.* )?(price|rate|percentage|total|level|score|limit|discount)");

  private final QueryShape shape;
  private final Vocabulary vocabulary;
  private final Set<String> said = new HashSet<>();

  private Phrases(QueryShape shape, Vocabulary vocabulary) {
    this.shape = shape;
    this.vocabulary = vocabulary;
  }

  /** The phrase; empty where the rules have no words for the query. */
  static Optional<Phrase> of(QueryShape shape, Vocabulary vocabulary) {
    return new Phrases(shape, vocabulary).phrase();
  }

  private Optional<Phrase> phrase() {
    List<Item> items = shape.items();
    String function = items.get(0).function();
    boolean known =
        function.isEmpty() || function.equals("count") || AGGREGATES.containsKey(function);
    if (!known || items.size() > 1 && items.stream().anyMatch(item -> !item.function().isEmpty())) {
      return Optional.empty();
    }
    String root = items.get(0).column().map(Column::alias).orElse(shape.sources().get(0).alias());
    boolean elsewhere =
        items.stream().flatMap(i -> i.column().stream()).anyMatch(c -> !c.alias().equals(root));
    if (elsewhere || shape.limited() != shape.order().isPresent()) {
      return Optional.empty();
    }
    boolean many = function.isEmpty() ? isPlural(root, new HashSet<>()) : true;
    Described entity = described(root, many);
    if (!saysAll()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (function) {
          case "" -> selected(items, entity);
          case "count" -> counted(items.get(0), entity);
          default -> aggregated(function, items.get(0).column().orElseThrow(), entity);
        });
  }

  private Phrase selected(List<Item> items, Described entity) {
    Column column = items.get(0).column().orElseThrow();
    Optional<String> happened = vocabulary.happened(column.table(), column.name(), entity.plural());
    if (items.size() == 1 && happened.isPresent()) {
      String dates = entity.plural() ? "dates" : "date";
      return new Phrase(
          dates + " on which the " + entity.noun() + " " + happened.get(),
          entity.plural(),
          Optional.empty());
    }
    String attributes =
        items.stream()
            .map(item -> attribute(item.column().orElseThrow(), entity.plural()))
            .collect(Collectors.joining(" and the "));
    return new Phrase(
        attributes + " of the " + entity.noun(),
        entity.plural() || items.size() > 1,
        Optional.empty());
  }

  private Phrase counted(Item item, Described entity) {
    boolean rows =
        item.column().isEmpty()
            || Nouns.withoutKey(Nouns.words(item.column().get().name())).isEmpty()
            || isKey(item.column().get());
    String counted =
        rows
            ? entity.noun()
            : "different " + attribute(item.column().get(), true) + " of the " + entity.noun();
    return new Phrase("number of " + counted, false, Optional.of(counted));
  }

  private boolean isKey(Column column) {
    List<String> words = Nouns.words(column.name());
    return Nouns.withoutKey(words).size() < words.size();
  }

  private Phrase aggregated(String function, Column column, Described entity) {
    boolean dates = vocabulary.isDate(column.table(), column.name());
    String word =
        dates
            ? OF_DATES.getOrDefault(function, AGGREGATES.get(function))
            : AGGREGATES.get(function);
    String attribute = attribute(column, false);
    String whole =
        function.equals("sum") && RATES.matcher(attribute).matches()
            ? "sum of the " + attribute(column, true) + " of the " + entity.noun()
            : word + " " + attribute + " of the " + entity.noun();
    return new Phrase(whole, false, Optional.empty());
  }

  private String attribute(Column column, boolean plural) {
    String noun = vocabulary.attribute(column.table(), column.name());
    return plural ? Attributes.plural(noun) : noun;
  }

  /** A table's rows with all that says which. */
  private record Described(String noun, boolean plural) {}

  private Described described(String alias, boolean plural) {
    said.add(alias);
    Source source = shape.source(alias);
    String entity = vocabulary.entity(source.table());
    StringBuilder after = new StringBuilder();
    List<String> whose = new ArrayList<>();
    List<String> with = new ArrayList<>();
    boolean apposed = false;
    for (Condition condition : own(alias)) {
      if (!apposed && isName(condition)) {
        after.append(' ').append(condition.value().text());
        apposed = true;
      } else if (condition.operator().equals("=") && !counts(condition.column())) {
        whose.add(attribute(condition.column(), false) + " is " + condition.value().text());
      } else {
        new Comparisons(vocabulary, own(alias)).said(condition).ifPresent(with::add);
      }
    }
    after.append(with.isEmpty() ? "" : " with " + String.join(" and ", with));
    List<String> of = new ArrayList<>();
    for (Edge edge : open(alias)) {
      Relation relation = Relation.of(edge.near(), edge.far(), vocabulary);
      String other = edge.far().alias();
      if (said.contains(other) || !says(other, new HashSet<>(Set.of(alias)))) {
        continue;
      }
      Optional<String> beyond = beyond(alias, other);
      if (beyond.isPresent()) {
        said.add(other);
        boolean several = isPlural(beyond.get(), new HashSet<>(Set.of(alias, other)));
        of.add("of the " + described(beyond.get(), several).noun());
        continue;
      }
      boolean one = relation.holdsKey() && !relation.role().isEmpty() && !relation.isVerb();
      Described far = described(other, !one && isPlural(other, new HashSet<>(Set.of(alias))));
      if (relation.role().isEmpty()) {
        of.add("of the " + far.noun());
      } else if (relation.isVerb()) {
        of.add(
            relation.holdsKey()
                ? "that " + relation.verb(plural) + " the " + far.noun()
                : "that the " + far.noun() + " " + relation.verb(far.plural()));
      } else if (relation.holdsKey()) {
        whose.add(0, relation.role() + " is the " + far.noun());
      } else {
        entity = relation.role();
        of.add("of the " + far.noun());
      }
    }
    String noun = (plural && !apposed ? Nouns.plural(entity) : entity) + after;
    String first = alias.equals(rootAlias()) ? first() : "";
    String which = whose.isEmpty() ? "" : " whose " + String.join(" and whose ", whose);
    String all = of.isEmpty() ? "" : " " + String.join(" and ", of);
    return new Described(noun + first + which + all, plural && !apposed);
  }

  /**
   * The table behind one that only ties two others together, by its name: employee territories say
   * which territories are an employee's, and people do not speak of them.
   */
  private Optional<String> beyond(String alias, String link) {
    List<Edge> on = open(link).stream().filter(edge -> !edge.far().alias().equals(alias)).toList();
    if (on.size() != 1 || !own(link).isEmpty()) {
      return Optional.empty();
    }
    String far = on.get(0).far().alias();
    String one = vocabulary.entity(shape.source(alias).table());
    String other = vocabulary.entity(shape.source(far).table());
    String name = vocabulary.entity(shape.source(link).table());
    return Optional.of(far)
        .filter(a -> name.equals(one + " " + other) || name.equals(other + " " + one));
  }

  private String rootAlias() {
    return shape.items().get(0).column().map(Column::alias).orElse(shape.sources().get(0).alias());
  }

  /** Which row comes first. */
  private String first() {
    if (shape.order().isEmpty()) {
      return "";
    }
    Order order = shape.order().get();
    said.add("order " + order.column().alias());
    boolean dates = vocabulary.isDate(order.column().table(), order.column().name());
    String most =
        dates
            ? (order.descending() ? "latest" : "earliest")
            : (order.descending() ? "highest" : "lowest");
    return " with the " + most + " " + attribute(order.column(), false);
  }

  private boolean counts(Column column) {
    return attribute(column, false).startsWith(Attributes.NUMBER_OF);
  }

  private boolean isName(Condition condition) {
    return condition.operator().equals("=")
        && vocabulary.isNaming(condition.column().table(), condition.column().name());
  }

  private List<Condition> own(String alias) {
    return shape.conditions().stream().filter(c -> c.column().alias().equals(alias)).toList();
  }

  /** A tie from a table to another, seen from the first. */
  private record Edge(Column near, Column far) {}

  private List<Edge> open(String alias) {
    List<Edge> edges = new ArrayList<>();
    for (Source source : shape.sources()) {
      for (Link link : source.links()) {
        if (link.own().alias().equals(alias)) {
          edges.add(new Edge(link.own(), link.other()));
        } else if (link.other().alias().equals(alias)) {
          edges.add(new Edge(link.other(), link.own()));
        }
      }
    }
    return edges;
  }

  /** Whether a condition is on the table, or behind it. */
  private boolean says(String alias, Set<String> from) {
    if (!own(alias).isEmpty()) {
      return true;
    }
    from.add(alias);
    return open(alias).stream()
        .map(edge -> edge.far().alias())
        .anyMatch(other -> !from.contains(other) && says(other, from));
  }

  /** Whether there may be several rows, as far as names tell. */
  private boolean isPlural(String alias, Set<String> from) {
    List<Condition> conditions = own(alias);
    boolean first = alias.equals(rootAlias()) && shape.order().isPresent();
    if (first || conditions.stream().anyMatch(this::isName)) {
      return false;
    }
    if (!conditions.isEmpty()) {
      return true;
    }
    from.add(alias);
    for (Edge edge : open(alias)) {
      String other = edge.far().alias();
      if (!from.contains(other) && says(other, new HashSet<>(from))) {
        Relation relation = Relation.of(edge.near(), edge.far(), vocabulary);
        if (relation.holdsKey() || isPlural(other, from)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether every condition and the order stand in the phrase. */
  private boolean saysAll() {
    boolean ordered =
        shape.order().map(order -> order.column().alias().equals(rootAlias())).orElse(true);
    return ordered && shape.conditions().stream().allMatch(c -> said.contains(c.column().alias()));
  }
}
