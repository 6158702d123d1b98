package dev.assay.llm;

import java.io.Closeable;
import java.io.IOException;

/** Where a task writes what became of its calls, before anything uses it. For many threads. */
public interface Journal extends Closeable {

  /** Writes a record; when this returns it survives the end of the process. */
  void append(CallRecord entry) throws IOException;

  /** Called now and then: makes what was written survive the end of the machine, if it is time. */
  void idle() throws IOException;
}
