package dev.assay.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.files.TahoeLogFileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;

/** What a query reads: its tables at their versions, the small ones in the driver. */
final class ServedReads {
  /** Expressions that say something else a moment later, or to another client. */
  private static final Set<String> OF_THE_MOMENT = Set.of("Now", "LocalTimestamp");

  private final SmallTables small;
  private final List<ServedPlans.Read> tables = new ArrayList<>();
  private boolean repeatable = true;

  ServedReads(SmallTables small) {
    this.small = small;
  }

  /** The plan, with the rows of small tables in it. */
  LogicalPlan of(LogicalPlan analyzed) {
    return (LogicalPlan) analyzed.transformUpWithSubqueries(new Reading());
  }

  List<ServedPlans.Read> tables() {
    return List.copyOf(tables);
  }

  /** Whether the same query has the same result as long as its tables stay as they are. */
  boolean repeatable() {
    return repeatable;
  }

  private final class Reading extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
    @Override
    public boolean isDefinedAt(LogicalPlan node) {
      return true;
    }

    @Override
    public LogicalPlan apply(LogicalPlan node) {
      JavaConverters.seqAsJavaList(node.expressions()).forEach(ServedReads.this::look);
      if (node instanceof LogicalRelation relation) {
        return table(relation);
      }
      boolean leaf = node.children().isEmpty();
      if (leaf
          && !(node instanceof LocalRelation)
          && !(node instanceof OneRowRelation)
          && !(node instanceof CTERelationRef)) {
        repeatable = false;
      }
      return node;
    }
  }

  private LogicalPlan table(LogicalRelation relation) {
    if (!(relation.relation() instanceof HadoopFsRelation files)
        || !(files.location() instanceof TahoeLogFileIndex index)
        || index.isTimeTravelQuery()) {
      repeatable = false; // Of what else there is we know no version.
      return relation;
    }
    Snapshot snapshot = ServedPlans.newest(index.deltaLog());
    ServedPlans.Read read = ServedPlans.Read.of(index.deltaLog(), index.snapshotAtAnalysis());
    tables.add(read);
    if (!read.equals(ServedPlans.Read.of(index.deltaLog(), snapshot))) {
      return relation; // It was written since; what is kept now will not be taken again.
    }
    Optional<Dataset<Row>> rows = small.rows(snapshot);
    return rows.isEmpty()
        ? relation
        : new LocalRelation(
            JavaConverters.asScalaBuffer(
                    List.<Attribute>copyOf(JavaConverters.seqAsJavaList(relation.output())))
                .toSeq(),
            ((LocalRelation) rows.get().queryExecution().analyzed()).data(),
            false);
  }

  private void look(Expression expression) {
    boolean changing =
        !expression.deterministic()
            || expression.exists(
                new AbstractFunction1<>() {
                  @Override
                  public Object apply(Expression part) {
                    String name = part.getClass().getSimpleName();
                    return part instanceof UserDefinedExpression
                        || name.startsWith("Current") && !name.equals("CurrentRow$")
                        || OF_THE_MOMENT.contains(name);
                  }
                });
    repeatable &= !changing;
  }
}
