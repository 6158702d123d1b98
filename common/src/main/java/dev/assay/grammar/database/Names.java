package dev.assay.grammar.database;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Names of tables and columns: exactly as they are, else whatever their case. */
final class Names {

  private Names() {}

  static <T> Optional<T> find(List<T> all, Function<T, String> name, String wanted) {
    Optional<T> exact = all.stream().filter(one -> name.apply(one).equals(wanted)).findFirst();
    return exact.isPresent()
        ? exact
        : all.stream().filter(one -> name.apply(one).equalsIgnoreCase(wanted)).findFirst();
  }
}
