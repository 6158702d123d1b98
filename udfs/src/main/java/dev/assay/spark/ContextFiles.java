package dev.assay.spark;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.LocalConfigKeys;

/** The same for Hadoop's file contexts, by which Delta writes its log. */
public final class ContextFiles extends ChecksumFs {

  /** As Hadoop makes it: {@code uri} is that of all local files. */
  public ContextFiles(URI uri, Configuration configuration) throws IOException, URISyntaxException {
    super(new Raw(configuration));
  }

  private static final class Raw extends DelegateToFileSystem {
    Raw(Configuration configuration) throws IOException, URISyntaxException {
      super(
          FsConstants.LOCAL_FS_URI,
          new PlainFiles(),
          configuration,
          FsConstants.LOCAL_FS_URI.getScheme(),
          false);
    }

    @Override
    public int getUriDefaultPort() {
      return -1; // None.
    }

    @Override
    public FsServerDefaults getServerDefaults(Path path) throws IOException {
      return LocalConfigKeys.getServerDefaults();
    }

    @Override
    @Deprecated
    public FsServerDefaults getServerDefaults() throws IOException {
      return LocalConfigKeys.getServerDefaults();
    }

    @Override
    public boolean isValidName(String path) {
      return true; // Other file systems may be more particular than Hadoop, or less.
    }
  }
}
