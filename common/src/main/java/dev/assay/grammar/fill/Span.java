package dev.assay.grammar.fill;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.shape.QueryShape.Condition;
import java.util.ArrayList;
import java.util.List;

/** Two values between which a column is to be. */
record Span(Placeholder from, Placeholder to) {

  /** By the query's conditions; where they are not read, by the roles {@code from}, {@code to}. */
  static List<Span> of(ParsedTemplate template) {
    List<Span> spans = new ArrayList<>();
    if (template.shape().isPresent()) {
      List<Condition> conditions = template.shape().get().conditions();
      for (Condition least : conditions) {
        for (Condition most : conditions) {
          if (least.operator().startsWith(">")
              && most.operator().startsWith("<")
              && least.column().equals(most.column())) {
            spans.add(new Span(least.value(), most.value()));
          }
        }
      }
      return spans;
    }
    for (Placeholder from : template.template().placeholders()) {
      Placeholder to = new Placeholder(from.table(), from.column(), "to");
      if (from.role().equals("from") && template.template().placeholders().contains(to)) {
        spans.add(new Span(from, to));
      }
    }
    return spans;
  }
}
