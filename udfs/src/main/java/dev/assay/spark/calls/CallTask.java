package dev.assay.spark.calls;

import dev.assay.llm.Call;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Journal;
import dev.assay.llm.calls.Calls;
import dev.assay.llm.calls.Endpoint;
import dev.assay.llm.wire.Wires;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the calls of a partition (call_hash, purpose, endpoint, prompt, sample) and writes what
 * became of them to a journal, the only result. A second attempt at a task leaves out what any
 * attempt has written. The executor's tasks share one client and one queue an endpoint.
 *
 * @param endpoints by name
 * @param keys what the desk opened them as, by name
 * @param directory of the journals
 */
public record CallTask(
    Map<String, EndpointSpec> endpoints, Map<String, String> keys, String directory)
    implements ForeachPartitionFunction<Row> {
  private static final Logger LOG = LoggerFactory.getLogger(CallTask.class);
  private static final ConcurrentMap<String, Endpoint> HERE = new ConcurrentHashMap<>();

  @Override
  public void call(Iterator<Row> rows) throws Exception {
    TaskContext task = TaskContext.get();
    boolean again = task.attemptNumber() > 0 || task.stageAttemptNumber() > 0;
    Set<String> done = again ? Journals.hashes(directory) : Set.of();
    AtomicLong asked = new AtomicLong();
    Iterable<Row> once = () -> rows;
    Stream<Call> calls =
        StreamSupport.stream(once.spliterator(), false)
            .map(CallRows::call)
            .filter(call -> !done.contains(call.hash()))
            .peek(call -> asked.incrementAndGet());
    long started = System.nanoTime();
    try (Journal journal = Journals.create(directory, name(task))) {
      new Calls(here(), journal, task::isInterrupted).make(calls.iterator());
    }
    LOG.info(
        "Partition {}, attempt {}: {} calls, {} known from other attempts, {} ms",
        task.partitionId(),
        task.attemptNumber(),
        asked,
        done.size(),
        (System.nanoTime() - started) / 1_000_000);
  }

  private static String name(TaskContext task) {
    return "p%05d-%d-%s"
        .formatted(task.partitionId(), task.taskAttemptId(), UUID.randomUUID().toString());
  }

  private Map<String, Endpoint> here() {
    HERE.keySet().removeIf(key -> !keys.containsValue(key) && keys.containsKey(name(key)));
    Map<String, Endpoint> mine = new HashMap<>();
    keys.forEach(
        (name, key) ->
            mine.put(
                name, HERE.computeIfAbsent(key, opened -> endpoint(endpoints.get(name), opened))));
    return mine;
  }

  /**
   * Under a name of its own: where tasks of two pieces of work take turns here one is made again,
   * and counts from 0.
   */
  private static Endpoint endpoint(EndpointSpec spec, String key) {
    return Endpoint.shared(
        spec,
        Wires.of(spec, new AwsSigner()),
        key,
        CoordinatorLine.holder() + "-" + UUID.randomUUID(),
        CoordinatorLine::exchange);
  }

  private static String name(String key) {
    return key.substring(0, key.lastIndexOf('#'));
  }
}
