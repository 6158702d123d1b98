package dev.assay.llm;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Where a task writes what became of its calls, before anything uses it. For many threads. */
public interface Journal extends Closeable {

  /** Writes a record; when the stage is complete it survives the end of the process. */
  CompletionStage<Void> append(CallRecord entry);

  /** Called now and then: makes what was written survive the end of the machine, if it is time. */
  void idle() throws IOException;
}
