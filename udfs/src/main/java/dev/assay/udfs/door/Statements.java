package dev.assay.udfs.door;

import dev.assay.base.Resources;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.ExpressionWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedGenerator;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedNamespace;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedView;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.SetCommand;
import org.apache.spark.sql.execution.command.SetNamespaceCommand;
import scala.Option;
import scala.Product;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.collection.Traversable;

/**
 * What a client's statement may consist of, by its parse: listed operators, tables and views by
 * name in the store's schema, Spark's own functions but those that reach outside, and ours. What is
 * not listed is refused, so that what a later Spark adds is too.
 */
public final class Statements {
  private static final Set<String> OPERATORS = words("operators.txt");
  private static final Set<String> REFUSED = words("refused-functions.txt");
  private static final Set<String> TABLE_FUNCTIONS = words("table-functions.txt");

  private final Set<List<String>> schemas = new HashSet<>();
  private final Set<String> functions = new TreeSet<>();

  /**
   * @param catalog the store's catalog, empty for Spark's own
   * @param schema the store's schema
   * @param own the names of our functions
   */
  public Statements(String catalog, String schema, Collection<String> own) {
    for (String name : List.of(schema, "default")) {
      schemas.add(List.of(lower(name)));
      schemas.add(List.of("spark_catalog", lower(name)));
      schemas.add(List.of(lower(catalog), lower(name)));
    }
    Seq<FunctionIdentifier> known = FunctionRegistry.builtin().listFunction();
    JavaConverters.seqAsJavaList(known).forEach(each -> functions.add(lower(each.funcName())));
    JavaConverters.seqAsJavaList(TableFunctionRegistry.builtin().listFunction())
        .forEach(each -> functions.add(lower(each.funcName())));
    functions.removeIf(name -> REFUSED.contains(name));
    own.forEach(name -> functions.add(lower(name)));
  }

  /**
   * Lets a statement pass that only reads.
   *
   * @throws RefusedStatement for any other
   */
  public void check(String text, LogicalPlan plan) {
    if (text.contains("${")) {
      // Spark puts variables of the environment there.
      throw new RefusedStatement("'${'");
    }
    visit(plan);
  }

  /** Everything that a node holds: operators, expressions, and lists, options and pairs of them. */
  private void visit(Object held) {
    if (held instanceof LogicalPlan plan) {
      operator(plan);
    } else if (held instanceof UnresolvedFunction function) {
      function(parts(function.nameParts()));
    } else if (held instanceof UnresolvedGenerator generator) {
      function(
          generator.name().database().isDefined()
              ? List.of(generator.name().database().get(), generator.name().funcName())
              : List.of(generator.name().funcName()));
    } else if (held instanceof ExpressionWithUnresolvedIdentifier) {
      throw new RefusedStatement("IDENTIFIER(...)");
    }
    if (held instanceof Traversable<?> many) {
      JavaConverters.asJavaCollection(many.toIterable()).forEach(this::visit);
    } else if (held instanceof Product product) {
      JavaConverters.asJavaIterator(product.productIterator()).forEachRemaining(this::visit);
    }
  }

  private void operator(LogicalPlan plan) {
    String name = plan.getClass().getSimpleName();
    if (plan instanceof SetCommand set) {
      setting(set.kv());
    } else if (!OPERATORS.contains(name)) {
      throw new RefusedStatement(name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").replace("$", ""));
    }
    if (plan instanceof UnresolvedRelation table) {
      table(parts(table.multipartIdentifier()));
    } else if (plan instanceof UnresolvedTable table) {
      table(parts(table.multipartIdentifier()));
    } else if (plan instanceof UnresolvedTableOrView table) {
      table(parts(table.multipartIdentifier()));
    } else if (plan instanceof UnresolvedView view) {
      table(parts(view.multipartIdentifier()));
    } else if (plan instanceof UnresolvedNamespace namespace) {
      schema(parts(namespace.multipartIdentifier()));
    } else if (plan instanceof UnresolvedIdentifier identifier) {
      schema(parts(identifier.nameParts()));
    } else if (plan instanceof SetNamespaceCommand use) {
      schema(parts(use.namespace()));
    } else if (plan instanceof UnresolvedTableValuedFunction function) {
      List<String> called = parts(function.name());
      if (called.size() != 1 || !TABLE_FUNCTIONS.contains(lower(called.get(0)))) {
        throw new RefusedStatement("table function " + String.join(".", called));
      }
    }
  }

  private static void setting(Option<Tuple2<String, Option<String>>> set) {
    Optional<String> key = set.isDefined() ? Optional.of(set.get()._1()) : Optional.empty();
    if (key.isEmpty() || !Settings.ALLOWED.contains(key.get())) {
      throw new RefusedStatement("SET " + key.orElse(""));
    }
  }

  private void function(List<String> name) {
    if (name.size() != 1 || !functions.contains(lower(name.get(0)))) {
      throw new RefusedStatement("function " + String.join(".", name));
    }
  }

  private void table(List<String> name) {
    if (name.size() > 1) {
      schema(name.subList(0, name.size() - 1));
    }
  }

  private void schema(List<String> name) {
    if (!name.isEmpty() && !schemas.contains(name.stream().map(Statements::lower).toList())) {
      throw new RefusedStatement("'" + String.join(".", name) + "', which is not the store's,");
    }
  }

  private static List<String> parts(Seq<String> name) {
    return List.copyOf(JavaConverters.seqAsJavaList(name));
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static Set<String> words(String file) {
    return Resources.text(Statements.class, file)
        .orElseThrow()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .flatMap(line -> Arrays.stream(line.strip().split(" +")))
        .collect(Collectors.toUnmodifiableSet());
  }
}
