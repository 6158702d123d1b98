package dev.assay.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.CollectLimitExec;
import org.apache.spark.sql.execution.SparkPlan;
import scala.collection.IndexedSeq;
import scala.collection.Iterator;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * A query over few rows of the driver whose result is wanted there: it is computed there too, as a
 * task of local mode would on another thread, and is no job. What wants its partitions gets those
 * of the query itself. Where the driver cannot compute it, for whatever reason, a job does, so that
 * errors are those of jobs.
 */
final class DriverPlan extends SparkPlan {
  private final SparkPlan query;

  DriverPlan(SparkPlan query) {
    this.query = query;
  }

  @Override
  public InternalRow[] executeCollect() {
    return rows(Integer.MAX_VALUE)
        .map(rows -> rows.toArray(InternalRow[]::new))
        .orElseGet(query::executeCollect);
  }

  @Override
  public InternalRow[] executeTake(int most) {
    return rows(most)
        .map(rows -> rows.toArray(InternalRow[]::new))
        .orElseGet(() -> query.executeTake(most));
  }

  @Override
  public Iterator<InternalRow> executeToIterator() {
    return rows(Integer.MAX_VALUE)
        .map(rows -> (Iterator<InternalRow>) JavaConverters.asScalaIterator(rows.iterator()))
        .orElseGet(query::executeToIterator);
  }

  @Override
  public InternalRow[] executeTail(int most) {
    return query.executeTail(most);
  }

  /**
   * The first rows of a query are taken from its partitions, which need not be brought together.
   */
  private Optional<List<InternalRow>> rows(int most) {
    if (query instanceof CollectLimitExec limited
        && limited.offset() == 0
        && limited.limit() >= 0) {
      return DriverTask.rows(limited.child()::execute, Math.min(most, limited.limit()));
    }
    return DriverTask.rows(this::execute, most);
  }

  @Override
  public RDD<InternalRow> doExecute() {
    return query.execute();
  }

  @Override
  public Seq<Attribute> output() {
    return query.output();
  }

  @Override
  public Partitioning outputPartitioning() {
    return query.outputPartitioning();
  }

  @Override
  public Seq<SortOrder> outputOrdering() {
    return query.outputOrdering();
  }

  @Override
  public Seq<SparkPlan> children() {
    return JavaConverters.asScalaBuffer(List.of(query)).toSeq();
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
    return new DriverPlan(children.head());
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof DriverPlan;
  }

  @Override
  public int productArity() {
    return 1;
  }

  @Override
  public Object productElement(int index) {
    return query;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DriverPlan && query.equals(((DriverPlan) other).query);
  }

  @Override
  public int hashCode() {
    return 31 * query.hashCode() + 1;
  }
}
