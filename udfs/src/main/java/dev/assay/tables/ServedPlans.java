package dev.assay.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
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
  private static final String ZONE = "spark.sql.session.timeZone";
  private static final String STRICT = "spark.sql.ansi.enabled";

  /** Texts that Spark's parser or optimizer reads as dates of the moment. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile("['\"]\\s*(?:now|today|yesterday|tomorrow)\\b", Pattern.CASE_INSENSITIVE);

  private final SparkSession server;
  private final SmallTables small;

  /** The one that was asked longest ago first. */
  private final Map<Asked, Known> known = new LinkedHashMap<>(16, 0.75f, true);

  /** What was known until a table that it reads was written, likewise. */
  private final Set<Asked> outdated = new LinkedHashSet<>();

  public ServedPlans(SparkSession server) {
    this.server = server;
    this.small = new SmallTables(server);
  }

  /** A statement in the settings in which it was asked. */
  private record Asked(String text, String catalog, String database, String zone, String strict) {
    static Asked of(SparkSession client, String text) {
      return new Asked(
          text,
          client.catalog().currentCatalog(),
          client.catalog().currentDatabase(),
          client.conf().get(ZONE),
          client.conf().get(STRICT));
    }

    /** A client like the one that asked. */
    SparkSession client(SparkSession server) {
      SparkSession client = server.newSession();
      client.catalog().setCurrentCatalog(catalog);
      client.catalog().setCurrentDatabase(database);
      client.conf().set(ZONE, zone);
      client.conf().set(STRICT, strict);
      return client;
    }
  }

  private record Known(LogicalPlan plan, Dataset<Row> rows, List<Read> reads) {
    boolean isCurrent() {
      return isCurrent(log -> Read.of(log, newest(log)));
    }

    boolean isCurrent(Function<DeltaLog, Read> newest) {
      return reads.stream().allMatch(read -> read.equals(newest.apply(read.log())));
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
      letGo(one -> one.contradicts(reads));
    }
  }

  private boolean letGo(Predicate<Known> which) {
    List<Map.Entry<Asked, Known>> gone =
        List.copyOf(known.entrySet()).stream().filter(one -> which.test(one.getValue())).toList();
    gone.forEach(
        one -> {
          one.getValue().rows().unpersist();
          known.remove(one.getKey());
          outdated.remove(one.getKey());
          outdated.add(one.getKey());
        });
    while (outdated.size() > MOST) {
      outdated.remove(outdated.iterator().next());
    }
    return !gone.isEmpty();
  }

  /**
   * Lets go of the rows and results of tables that were written since, by whomever: rows that were
   * deleted leave the memory though nobody asks. Returns whether there were any.
   */
  public boolean release() {
    boolean rows = small.release();
    List<Known> kept;
    synchronized (known) {
      kept = List.copyOf(known.values());
    }
    Map<DeltaLog, Read> newest = new HashMap<>();
    Set<Known> old = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Known one : kept) {
      if (!one.isCurrent(log -> newest.computeIfAbsent(log, each -> Read.of(each, newest(each))))) {
        old.add(one);
      }
    }
    synchronized (known) {
      return letGo(old::contains) | rows;
    }
  }

  /**
   * Computes what was let go and not asked for again, what was asked last first, until {@code
   * stopped}.
   */
  public void recompute(BooleanSupplier stopped) {
    while (!stopped.getAsBoolean()) {
      Optional<Asked> next = lastOutdated();
      if (next.isEmpty()) {
        return;
      }
      try {
        SparkSession client = next.get().client(server);
        LogicalPlan parsed = client.sessionState().sqlParser().parsePlan(next.get().text());
        Dataset.ofRows(client, of(client, next.get().text(), parsed)).count();
      } catch (Exception wrong) { // Scala throws undeclared ones; who asks again will hear it.
        if (stopped.getAsBoolean()) {
          return;
        }
      }
    }
  }

  /** How many statements have their result kept. */
  public int results() {
    synchronized (known) {
      return known.size();
    }
  }

  /** How many tables have their rows in the driver. */
  int rowsInTheDriver() {
    return small.size();
  }

  private Optional<Asked> lastOutdated() {
    synchronized (known) {
      Optional<Asked> last = outdated.stream().reduce((earlier, later) -> later);
      last.ifPresent(outdated::remove);
      return last;
    }
  }

  private void remember(Asked asked, Known fresh) {
    synchronized (known) {
      if (known.containsKey(asked) || !fresh.isCurrent()) {
        return; // Another client was faster, or somebody wrote: Spark would take it for newer.
      }
      fresh.rows().persist(StorageLevel.MEMORY_ONLY());
      known.put(asked, fresh);
      outdated.remove(asked);
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
      outdated.clear();
    }
  }
}
