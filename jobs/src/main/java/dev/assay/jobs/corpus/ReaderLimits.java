package dev.assay.jobs.corpus;

import dev.assay.config.ReaderConfig;
import java.io.Serializable;

/**
 * What reading one document may take.
 *
 * @param isolated whether it is read by a process of its own, without which only {@code
 *     maxCharacters} holds
 * @param memoryMb heap of that process
 * @param timeoutSeconds by the clock
 * @param maxCharacters of its text
 */
record ReaderLimits(boolean isolated, int memoryMb, int timeoutSeconds, int maxCharacters)
    implements Serializable {

  static ReaderLimits of(ReaderConfig config) {
    return new ReaderLimits(
        config.isolated(), config.memoryMb(), config.timeoutSeconds(), config.maxCharacters());
  }
}
