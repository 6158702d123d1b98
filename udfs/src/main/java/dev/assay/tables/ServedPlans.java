package dev.assay.tables;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.SnapshotDescriptor;
import org.apache.spark.storage.StorageLevel;
import scala.Option;

/**
 * The queries of clients who ask the same again and again, as dashboards do. Tables of few bytes
 * are read once for a version and stand in the plan; the result of a query is kept in memory, as
 * far as there is room, until a table that it reads has another version. Whether one has is looked
 * up for each statement, in the tables' logs. What depends on the moment or on a function of ours
 * is computed each time.
 */
public final class ServedPlans {
  private static final int MOST = 100;

  /** Texts that Spark's parser or optimizer reads as dates of the moment. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile("['\"]\\s*(?:now|today|yesterday|tomorrow)\\b", Pattern.CASE_INSENSITIVE);

  private final SmallTables small;
  private final Map<Asked, Known> known = new LinkedHashMap<>(16, 0.75f, true);

  public ServedPlans(SparkSession server) {
    this.small = new SmallTables(server);
  }

  /** A statement in the settings in which it was asked. */
  private record Asked(String text, String catalog, String database, String zone, String strict) {
    static Asked of(SparkSession client, String text) {
      return new Asked(
          text,
          client.catalog().currentCatalog(),
          client.catalog().currentDatabase(),
          client.conf().get("spark.sql.session.timeZone"),
          client.conf().get("spark.sql.ansi.enabled"));
    }
  }

  private record Known(LogicalPlan plan, Dataset<Row> rows, List<Read> reads) {
    boolean isCurrent() {
      return reads.stream().allMatch(Read::isCurrent);
    }

    boolean contradicts(List<Read> others) {
      return reads.stream().anyMatch(one -> others.stream().anyMatch(one::isOtherVersionOf));
    }
  }

  /**
   * A table at a version.
   *
   * @param id of the table: another one may have been made at the same place
   */
  record Read(DeltaLog log, String id, long version) {
    static Read of(DeltaLog log, SnapshotDescriptor snapshot) {
      return new Read(log, snapshot.metadata().id(), snapshot.version());
    }

    boolean isCurrent() {
      return equals(of(log, newest(log)));
    }

    boolean isOtherVersionOf(Read other) {
      return log.dataPath().equals(other.log.dataPath())
          && !(id.equals(other.id) && version == other.version);
    }
  }

  static Snapshot newest(DeltaLog log) {
    return log.update(false, Option.empty(), Option.empty());
  }

  /** What to run in the place of {@code parsed}, which {@code client} has asked as {@code text}. */
  public LogicalPlan of(SparkSession client, String text, LogicalPlan parsed) {
    if (parsed instanceof Command) {
      return parsed;
    }
    Asked asked = Asked.of(client, text);
    Optional<Known> before = known(asked);
    if (before.isPresent()) {
      return before.get().plan();
    }
    ServedReads reads = new ServedReads(small);
    LogicalPlan plan;
    try {
      LogicalPlan analyzed = Dataset.ofRows(client, parsed).queryExecution().analyzed();
      if (analyzed instanceof Command) {
        return parsed;
      }
      plan = reads.of(analyzed);
    } catch (Exception wrong) { // Scala throws AnalysisException undeclared; Spark will say it.
      return parsed;
    }
    forget(reads.tables());
    if (reads.repeatable() && !OF_THE_MOMENT.matcher(text).find()) {
      remember(asked, new Known(plan, Dataset.ofRows(client, plan), reads.tables()));
    }
    return plan;
  }

  private Optional<Known> known(Asked asked) {
    Optional<Known> found;
    synchronized (known) {
      found = Optional.ofNullable(known.get(asked));
    }
    return found.filter(Known::isCurrent);
  }

  /** Results of other versions: Spark would take one for a part of a newer query. */
  private void forget(List<Read> reads) {
    synchronized (known) {
      known.values().stream()
          .filter(one -> one.contradicts(reads))
          .toList()
          .forEach(one -> one.rows().unpersist());
      known.values().removeIf(one -> one.contradicts(reads));
    }
  }

  private void remember(Asked asked, Known fresh) {
    synchronized (known) {
      if (known.containsKey(asked) || !fresh.isCurrent()) {
        return; // Another client was faster, or somebody wrote: Spark would take it for newer.
      }
      fresh.rows().persist(StorageLevel.MEMORY_ONLY());
      known.put(asked, fresh);
      Iterator<Known> eldest = known.values().iterator();
      while (known.size() > MOST) {
        eldest.next().rows().unpersist();
        eldest.remove();
      }
    }
  }

  /** Lets go of everything. */
  public void close() {
    synchronized (known) {
      List.copyOf(new ArrayList<>(known.values())).forEach(one -> one.rows().unpersist());
      known.clear();
    }
  }
}
