package dev.assay.udfs.door;

import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.runtime.AbstractFunction2;

/**
 * The rules for clients while a SQL server runs in this JVM. Sessions other than the one that
 * started it are clients' sessions; without a server nobody is held to anything.
 */
public final class Door {
  private static volatile Optional<Rules> open = Optional.empty();

  private Door() {}

  private record Rules(
      SparkSession owner, Statements statements, Settings settings, Planning planning) {}

  /** What may be run in the place of a client's statement that has passed. */
  public interface Planning {
    /** The plan for {@code text}, as parsed unless something is known of it. */
    LogicalPlan of(SparkSession client, String text, LogicalPlan parsed);
  }

  /** Whether the statements of this session's kind are checked first of all, by what is here. */
  public static boolean guards(SparkSession session) {
    return session.sessionState().sqlParser() instanceof GuardedParser;
  }

  /** Holds every session but {@code owner} to reading from now on. */
  public static void open(SparkSession owner, Statements statements, Planning planning) {
    open = Optional.of(new Rules(owner, statements, Settings.of(owner), planning));
  }

  /** Holds nobody any more. */
  public static void close() {
    open = Optional.empty();
  }

  /** What brings a parser that keeps to the rules to every session. */
  public static final class Parsers
      extends AbstractFunction2<SparkSession, ParserInterface, ParserInterface> {
    @Override
    public ParserInterface apply(SparkSession session, ParserInterface parser) {
      return new GuardedParser(parser, (text, plan) -> checked(session, text, plan));
    }

    private static LogicalPlan checked(SparkSession session, String text, LogicalPlan plan) {
      Optional<Rules> rules = open.filter(some -> some.owner() != session);
      if (rules.isEmpty()) {
        return plan;
      }
      rules.get().settings().check(session);
      rules.get().statements().check(text, plan);
      return rules.get().planning().of(session, text, plan);
    }
  }
}
