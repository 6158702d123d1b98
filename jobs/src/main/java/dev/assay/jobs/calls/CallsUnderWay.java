package dev.assay.jobs.calls;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.EndpointSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/**
 * What pieces of work of a stage share that ask beside one another: which calls the ledger has,
 * which are being made, and who may begin. A call that one of them makes no other makes: it waits
 * until the result is in the ledger. What it waits for was claimed before its own calls, and these
 * are in the ledger by then, so that no two wait for each other.
 */
public final class CallsUnderWay implements AutoCloseable {
  private static final Seq<String> ON_CALL = RunCoverage.on(List.of(CallLedger.CALL));

  private final LedgerIndex index = new LedgerIndex();
  private final CallOrder order = new CallOrder();
  private final List<Claim> claims = new ArrayList<>();
  private volatile boolean over;

  /** The calls that one piece makes, and those that it wants too while others make them. */
  final class Claim implements AutoCloseable {
    private final Dataset<Row> missing;
    private final Dataset<Row> awaited;
    private final List<Claim> others;
    private final CallEstimate estimate;
    private final CountDownLatch ended = new CountDownLatch(1);

    private Claim(
        Dataset<Row> missing, Dataset<Row> awaited, List<Claim> others, CallEstimate estimate) {
      this.missing = missing;
      this.awaited = awaited;
      this.others = others;
      this.estimate = estimate;
    }

    /** What is to be made here. */
    Dataset<Row> missing() {
      return missing;
    }

    /** What that is expected to take. */
    CallEstimate estimate() {
      return estimate;
    }

    /** What others make. */
    Dataset<Row> awaited() {
      return awaited;
    }

    boolean awaits() {
      return !others.isEmpty();
    }

    /** Returns when what others make has ended: what came of it is in the ledger. */
    void await() {
      try {
        for (Claim other : others) {
          other.ended.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StageException("Interrupted amid calls: run the same command again", e);
      }
    }

    /** The calls have ended. Its rows may go afterwards: nobody reads them any more. */
    @Override
    public void close() {
      alone(() -> claims.remove(this));
      ended.countDown();
    }
  }

  /** The result of {@code work}, during which no other piece reads or writes the ledger. */
  synchronized <T> T alone(Supplier<T> work) {
    return work.get();
  }

  /**
   * Claims those of {@code lacking} that no other piece makes. Whoever calls it has been {@link
   * #alone} since the ledger was read. The rows that it gives out are computed.
   *
   * @param lacking calls that the ledger has not
   * @param held keeps rows
   * @param endpoints of the calls, by name
   */
  synchronized Claim claim(
      Dataset<Row> lacking, UnaryOperator<Dataset<Row>> held, Map<String, EndpointSpec> endpoints) {
    List<Claim> others = new ArrayList<>();
    Dataset<Row> awaited = lacking.limit(0);
    for (Claim other : claims) {
      Dataset<Row> same =
          held.apply(lacking.join(other.missing.select(CallLedger.CALL), ON_CALL, "left_semi"));
      if (same.count() > 0) {
        awaited = awaited.union(same);
        others.add(other);
      }
    }
    Dataset<Row> missing =
        others.isEmpty()
            ? lacking
            : held.apply(lacking.join(awaited.select(CallLedger.CALL), ON_CALL, "left_anti"));
    Claim claim = new Claim(missing, awaited, others, CallEstimate.of(missing, endpoints));
    claims.add(claim);
    return claim;
  }

  /** Rows of {@link LedgerIndex#rows}. */
  synchronized Dataset<Row> known(CallLedger ledger) {
    return index.rows(ledger);
  }

  CallOrder order() {
    return order;
  }

  /** A budget or a refused key has ended the calls of one piece: no other begins. */
  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    index.close();
  }
}
