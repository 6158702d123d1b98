package dev.assay.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.streaming.FileSystemBasedCheckpointFileManager;

/**
 * How Delta writes the state beside a commit where an object appears whole or not at all when its
 * stream is closed, as in S3: at its place. Spark's own way writes another file first and renames
 * it, which is a copy there and costs some fifteen requests more.
 */
public final class WholeObjects extends FileSystemBasedCheckpointFileManager {
  private final FileSystem files;

  /** As Spark makes it, by reflection. */
  public WholeObjects(Path path, Configuration configuration) throws IOException {
    super(path, configuration);
    this.files = path.getFileSystem(configuration);
  }

  @Override
  public CancellableFSDataOutputStream createAtomic(Path path, boolean overwrite) {
    try {
      return new AtClose(files.create(path, overwrite));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One that is cancelled is never there. */
  private static final class AtClose extends CancellableFSDataOutputStream {
    private final FSDataOutputStream out;

    AtClose(FSDataOutputStream out) {
      super(out);
      this.out = out;
    }

    @Override
    public void cancel() {
      if (out.getWrappedStream() instanceof Abortable object) {
        object.abort();
      }
    }
  }
}
