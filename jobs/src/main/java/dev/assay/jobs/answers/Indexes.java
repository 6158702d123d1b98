package dev.assay.jobs.answers;

import dev.assay.config.SystemConfig;
import dev.assay.config.cases.IndexNoise;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.IndexedCorpus;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import scala.reflect.ClassTag$;

/** What systems retrieve from: the corpus, and once for each noise the corpus with it. */
record Indexes(Map<Optional<IndexNoise>, Broadcast<IndexedCorpus>> byNoise)
    implements AutoCloseable {

  /** Those that {@code systems} need, sent to the executors. */
  static Indexes of(Run run, Collection<SystemConfig> systems) {
    Map<Optional<IndexNoise>, Broadcast<IndexedCorpus>> byNoise = new HashMap<>();
    for (SystemConfig system : systems) {
      byNoise.computeIfAbsent(
          system.indexNoise(),
          noise ->
              run.spark()
                  .sparkContext()
                  .broadcast(
                      Corpora.indexed(run, noise), ClassTag$.MODULE$.apply(IndexedCorpus.class)));
    }
    return new Indexes(byNoise);
  }

  /** The one that the system retrieves from. */
  Broadcast<IndexedCorpus> of(SystemConfig system) {
    return byNoise.get(system.indexNoise());
  }

  @Override
  public void close() {
    byNoise.values().forEach(Broadcast::destroy);
  }
}
