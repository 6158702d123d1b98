package dev.assay.jobs.corpus;

import dev.assay.jobs.corpus.Extraction.Unknown;
import dev.assay.jobs.engine.StageException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads documents as {@link Extractor} does, within limits, whatever they hold: plain texts here,
 * all others in processes of their own ({@link ReaderProcess}), as many as tasks ask at a time,
 * which are kept for what comes next and end when nothing has come for a while. Thread-safe.
 */
final class DocumentReader {
  /** Larger texts go to a process too, since marks of Markdown may take long to find. */
  private static final int PLAIN_BYTES = 1 << 20;

  private static final long IDLE_SECONDS = 60;
  private static final Map<ReaderLimits, DocumentReader> SHARED = new ConcurrentHashMap<>();
  private static final ScheduledExecutorService CLOCK = clock();

  private final ReaderLimits limits;
  private final Extractor extractor;
  private final BlockingDeque<ReaderProcess> idle = new LinkedBlockingDeque<>();

  DocumentReader(ReaderLimits limits) {
    this.limits = limits;
    this.extractor = new Extractor(limits.maxCharacters());
    CLOCK.scheduleWithFixedDelay(this::retire, IDLE_SECONDS, IDLE_SECONDS / 4, TimeUnit.SECONDS);
  }

  /** The one of this JVM. */
  static DocumentReader of(ReaderLimits limits) {
    return SHARED.computeIfAbsent(limits, DocumentReader::new);
  }

  /**
   * Reads a file, as {@link Extractor#extract}.
   *
   * @throws StageException if no process can be started
   */
  Extraction extract(String name, byte[] content, String format) {
    if (!limits.isolated()
        || content.length == 0
        || content.length <= PLAIN_BYTES && extractor.isPlain(name, content, format)) {
      return extractor.extract(name, content, format);
    }
    ReaderProcess kept = idle.pollFirst();
    if (kept != null) {
      ReaderProcess.Answer answer = ask(kept, name, content, format);
      // What others have left in a process must not decide what becomes of this document.
      if (answer.read().isPresent() || answer.timedOut()) {
        return extraction(answer);
      }
    }
    return extraction(ask(started(), name, content, format));
  }

  private ReaderProcess.Answer ask(
      ReaderProcess process, String name, byte[] content, String format) {
    ReaderProcess.Answer answer = process.ask(name, content, format, CLOCK);
    if (answer.read().isPresent()) {
      idle.addFirst(process);
    }
    return answer;
  }

  private ReaderProcess started() {
    try {
      return ReaderProcess.start(limits, CLOCK);
    } catch (IOException e) {
      throw new StageException(
          "The process that reads documents cannot be started: "
              + e.getMessage()
              + ". Set corpus.reader.isolated = false to read them in the executor's own process,"
              + " without limits of memory and time.",
          e);
    }
  }

  private Extraction extraction(ReaderProcess.Answer answer) {
    return answer
        .read()
        .orElseGet(
            () ->
                new Unknown(
                    answer.timedOut()
                        ? "reading the document took more than %d s (corpus.reader.timeout-seconds)"
                            .formatted(limits.timeoutSeconds())
                        : answer.outOfMemory()
                            ? "reading the document took more than %d MB (corpus.reader.memory-mb)"
                                .formatted(limits.memoryMb())
                            : "the process that read the document ended with code "
                                + answer.code()));
  }

  private void retire() {
    ReaderProcess last = idle.peekLast();
    while (last != null && last.idleSeconds() >= IDLE_SECONDS && idle.removeLastOccurrence(last)) {
      last.close();
      last = idle.peekLast();
    }
  }

  /** Ends the processes that are kept. */
  void close() {
    for (ReaderProcess kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      kept.close();
    }
  }

  private static ScheduledExecutorService clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "assay-document-readers");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> SHARED.values().forEach(DocumentReader::close)));
    return clock;
  }
}
