package dev.assay.udfs.door;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import scala.collection.JavaConverters;

/**
 * What clients may set: how times are written and whether SQL is strict. Others can come with a
 * connection, before any statement; they are found by comparing with the server's own.
 *
 * @param own the server's settings
 * @param first those of a session that nobody has given any
 */
record Settings(Map<String, String> own, Map<String, String> first) {
  static final Set<String> ALLOWED = Set.of("spark.sql.session.timeZone", "spark.sql.ansi.enabled");

  /** What Spark's server itself sets in a client's session. */
  private static final Set<String> SERVERS = Set.of("spark.sql.datetime.java8API.enabled");

  private static final List<String> KINDS = List.of("spark.", "fs.", "hadoop.", "dfs.", "s3.");

  /** The server's own may have been given more than a client's session begins with. */
  static Settings of(SparkSession owner) {
    return new Settings(all(owner), all(owner.newSession()));
  }

  private static Map<String, String> all(SparkSession session) {
    return new HashMap<>(JavaConverters.mapAsJavaMap(session.conf().getAll()));
  }

  /** Refuses a session that has been given other settings than the server's. */
  void check(SparkSession client) {
    Map<String, String> given = all(client);
    Stream.concat(own.keySet().stream(), given.keySet().stream())
        .filter(key -> KINDS.stream().anyMatch(key::startsWith))
        .filter(key -> !ALLOWED.contains(key) && !SERVERS.contains(key))
        .filter(given::containsKey)
        .filter(key -> !given.get(key).equals(own.get(key)))
        .filter(key -> !given.get(key).equals(first.get(key)))
        .sorted()
        .findFirst()
        .ifPresent(
            key -> {
              throw new RefusedStatement("a connection that sets " + key);
            });
  }
}
